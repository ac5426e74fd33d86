import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../../shared/config/check-config.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { exampleEntry } from '../../support/examples/example-signals.ts';
import { composeNow as now, openComposing } from '../../support/functions/open-composing.ts';
import { read, sectionOf } from '../house/documents.ts';
import { exampleConfig } from './example-config.ts';

const section = sectionOf(read('docs/configuration.md'), 'How often a route sends');
/** The route of each example of the page, by the sentence in front of it. */
const examples = new Map(
  [...section.matchAll(/^(.+):\n\n```json\n([\s\S]+?)```$/gm)].map(([, wish = '', routes = '']) => [
    wish,
    routeOf(routes),
  ]),
);

function routeOf(routesText: string): Route {
  const { id, to } = exampleConfig().routes[0] as { id: string; to: object };
  const routes = (JSON.parse(routesText) as object[]).map((route) => ({ id, to, ...route }));
  return checkConfig({ ...exampleConfig(), routes }).routes[0] as Route;
}

/** The sizes of the messages that go out in each minute of two hours, when signals come in these seconds. */
async function messagesOf(wish: string, seconds: readonly number[]): Promise<[number, number][]> {
  const bench = openComposing();
  const route = examples.get(wish) as Route;
  const sizes: [number, number][] = [];
  for (let minute = 1; minute <= 120; minute += 1) {
    bench.time.now = now + minute * 60_000;
    const came = seconds.filter((second) => second >= (minute - 1) * 60 && second < minute * 60);
    bench.add(
      came.map((second) => exampleEntry(second, { firstSeenAt: now + second * 1000, hot: false })),
      route.id,
    );
    const { digests } = await bench.compose({ route });
    sizes.push(...digests.map(({ signals }): [number, number] => [minute, signals]));
  }
  return sizes;
}

describe('the paces that the docs show', () => {
  it('are each tried here', () => {
    expect([...examples.keys()]).toEqual(['A message every ten minutes at most, and hot signals at once']);
  });

  it('A message every ten minutes at most, and hot signals at once', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => 70 + index * 10);
    expect(await messagesOf('A message every ten minutes at most, and hot signals at once', ten)).toEqual([
      [2, 5],
      [12, 5],
    ]);
  });
});
