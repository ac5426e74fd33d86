import { describe, expect, it, test } from 'vitest';
import { TemplateError } from '../../../../shared/domain/errors.ts';
import type { BodyTemplate } from '../../../../shared/domain/routes/route.ts';
import { renderTemplate } from '../../../../shared/runtime/json-template.ts';

const now = '2026-11-23T13:00:00.000Z';
const signals = [{ name: 'RFP ${now}' }, { name: 'b' }];
const render = (template: BodyTemplate) => renderTemplate(template, { now, signals, nothing: null });

function failureOf(template: BodyTemplate): TemplateError {
  try {
    render(template);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error('it rendered');
}

describe('a template', () => {
  it('gives an object or a list, and takes what a signal says for no template', () => {
    expect(render({ all: { $map: { $eval: 'signals' }, 'each(s)': '${s.name}!' } })).toEqual({
      all: ['RFP ${now}!', 'b!'],
    });
    expect(render([{ $eval: 'signals[1].name' }])).toEqual(['b']);
  });

  it('gives null where it says so, and never a text, a number or a function', () => {
    expect(render({ $if: 'nothing', then: {} })).toBeNull();
    for (const template of [{ $eval: '"text"' }, { $eval: '7' }, { $if: 'true', then: 'text' }])
      expect(failureOf(template).message).toMatch(
        /^to\.body: gives a \w+; let it give an object, a list, or/,
      );
    expect(failureOf({ call: { $eval: 'len' } }).problem).toContain('uncalled functions');
  });

  it('counts from the time that it is given, and renders the same each time', () => {
    const template = {
      due: { $fromNow: '2 days' },
      also: "${fromNow('1 hour')}",
      told: { $eval: 'now' },
      back: { $reverse: { $eval: 'signals' } },
    };

    expect(render(template)).toEqual({
      due: '2026-11-25T13:00:00.000Z',
      also: '2026-11-23T14:00:00.000Z',
      told: now,
      back: [signals[1], signals[0]],
    });
    expect(render(template)).toEqual(render(template));
    expect(signals[0]?.name).toBe('RFP ${now}');
  });

  test.each<[BodyTemplate, string, object | null]>([
    [{ a: [{ b: '${sgnals}' }] }, '.a[0].b', { name: 'sgnals', isField: false }],
    [{ a: '${signals[0].nme}' }, '.a', { name: 'nme', isField: true }],
    [{ 'a b': '${signals[7].name}' }, '["a b"]', null],
    [{ a: '${nothing.name}' }, '.a', null],
    [{ a: '${len(nothing)}' }, '.a', null],
    [{ a: '${1 +}' }, '', null],
    [{ a: { $eval: '' } }, '', null],
    [{ a: { $map: 7, 'each(s)': 1 } }, '.a', null],
    [{ $unknown: 1 }, '', null],
  ])('names where %j fails', (template, path, unknown) => {
    expect(failureOf(template)).toMatchObject({ path, unknown });
  });

  it.each(['nothing[0:10]', 'nothing.name'])('says that %s may be null', (expression) => {
    expect(failureOf({ a: { $eval: expression } }).problem).toMatch(
      /^infix: .+; it may be null here, so write an \$if$/,
    );
  });

  it.each<[BodyTemplate]>([[{ a: '${fromNow(signals[0].name)}' }], [{ a: '${(signals[0].name)(1)}' }]])(
    'tells no value of a signal when %j fails',
    (template) => {
      expect(failureOf(template).message).not.toContain('RFP');
    },
  );
});
