import { expect, it } from 'vitest';
import { quoteAnswer } from '../../../../cli/run/quote-answer.ts';

const secrets = ['pat_ab"c/1 d', 'https://hook.example.com/in/k7?key=open-sesame'];
const quote = (body: string, headers = {}) => quoteAnswer({ status: 422, headers, body }, secrets);

it('says what is wrong in one line of at most 200 characters', () => {
  expect(quote('{"message":\n "Property \u001b[31mfoo\u0000 does not exist"}')).toBe(
    '{"message": "Property [31mfoo does not exist"}',
  );
  expect(quote('too long '.repeat(99))).toMatch(/^too long .{190}…$/);
});

it.each(['<!DOCTYPE html><p>No</p>', '<html>', ' \n '])('quotes nothing of %j', (body) => {
  expect(quote(body)).toBeNull();
});

it('quotes nothing of what calls itself HTML', () => {
  expect(quote('<p>No</p>', { 'content-type': 'text/HTML; charset=utf-8' })).toBeNull();
});

it.each([
  ['as it is', 'token pat_ab"c/1 d'],
  ['in an address', 'token pat_ab%22c%2f1%20d'],
  ['in JSON', String.raw`token pat_ab\"c\/1 d`],
  ['a part of an address', 'token OPEN-SESAME'],
])('redacts a secret %s', (_, body) => {
  expect(quote(body)).toBe('token [redacted]');
});
