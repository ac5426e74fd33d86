import { expect, test } from 'vitest';
import { isRefusedByFetch } from '../../../sandbox/http/loopback.ts';

/** Nearly all that are refused lie below 1,000; of the others, each one with its neighbours. */
const high = [
  1719, 1723, 2049, 3659, 4010, 4045, 4190, 4600, 5060, 6000, 6566, 6667, 6679, 6697, 8080, 10080,
];
const ports = [
  ...Array.from({ length: 1_000 }, (_, index) => index + 1),
  ...high.flatMap((port) => [-3, -2, -1, 0, 1, 2, 3].map((step) => port + step)),
];

test('the ports that are refused are those that fetch refuses', async () => {
  const refused: number[] = [];
  for (const port of ports) if (await fetchRefuses(port)) refused.push(port);

  expect(refused).toContain(4045);
  expect(ports.filter(isRefusedByFetch)).toEqual(refused);
});

async function fetchRefuses(port: number): Promise<boolean> {
  const error = await fetch(`http://127.0.0.1:${port}/`, { dispatcher: unreachable } as RequestInit).catch(
    (failure: unknown) => failure,
  );
  return error instanceof TypeError && (error.cause as Error).message === 'bad port';
}

/** Stands in for the network: what gets this far was not refused. */
const unreachable = {
  dispatch(_options: unknown, handler: { onError(error: Error): void }) {
    handler.onError(new Error('unreachable'));
    return true;
  },
};
