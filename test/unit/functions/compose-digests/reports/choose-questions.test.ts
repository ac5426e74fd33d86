import { describe, expect, it } from 'vitest';
import { chooseQuestions } from '../../../../../functions/compose-digests/reports/choose-questions.ts';

const buyers = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`);
const few = buyers('few', 5);
const many = buyers('many', 2_500);
const starts = Array.from({ length: 20 }, (_, index) => 29_000_000 + index * 1_447);

/** The buyers asked for in each minute, where those asked for are answered before the next, except some that never are. */
function ask(
  reports: readonly (readonly string[])[],
  start: number,
  minutes: number,
  isAnswered: (buyerId: string) => boolean,
): string[][] {
  const answered = new Set<string>();
  return Array.from({ length: minutes }, (_, minute) => {
    const open = reports.map((own) =>
      own.map((buyerId) => ({ buyerId, signalIds: answered.has(buyerId) ? [] : ['one'], askedAt: 0 })),
    );
    const waiting = open.filter((own) => own.some(({ signalIds }) => signalIds.length > 0));
    const asked = chooseQuestions(waiting, start + minute).map(({ buyerId }) => buyerId);
    for (const buyerId of asked.filter(isAnswered)) answered.add(buyerId);
    return asked;
  });
}

describe('of a report over 5 buyers beside one over 2,500', () => {
  const nobody = () => false;
  /** Neither two of the few nor a hundred side by side of the many. */
  const most = (buyerId: string) => !/^few-[13]$|^many-7\d\d$/.test(buyerId);

  it.each([
    ['all are', () => true],
    ['most are', most],
    ['none is', nobody],
  ])('the five are asked for at once, in any minute, where %s answered', (_, isAnswered) => {
    for (const start of starts)
      for (const reports of [
        [few, many],
        [many, few],
      ])
        expect(ask(reports, start, 1, isAnswered)[0]).toEqual(expect.arrayContaining(few));
  });

  it.each([
    ['all are', () => true, 46],
    ['most are', most, 84],
    ['none is', nobody, 84],
  ])('each of the many has its turn where %s answered, of 60 a minute', (_, isAnswered, minutes) => {
    for (const start of starts.slice(0, 2)) {
      const asked = ask([few, many], start, minutes, isAnswered);
      expect(Math.max(...asked.map((own) => own.length))).toBe(60);
      expect(new Set(asked.flat()).size).toBe(few.length + many.length);
    }
  });
});

it('asks once for a buyer of two reports, for the signals of both and since the later', () => {
  const chosen = chooseQuestions(
    [
      [{ buyerId: 'a', signalIds: ['1', '2'], askedAt: 10 }],
      [
        { buyerId: 'b', signalIds: ['3'], askedAt: 20 },
        { buyerId: 'a', signalIds: ['2', '4'], askedAt: 20 },
      ],
    ],
    0,
  );
  expect(chosen).toEqual([
    { buyerId: 'a', signalIds: ['1', '2', '4'], askedAt: 20 },
    { buyerId: 'b', signalIds: ['3'], askedAt: 20 },
  ]);
});
