/** The process of `startCaller`. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { eventCall, eventsKey } from '../../support/functions/signed-calls.ts';
import type { CallerPlan } from './caller.ts';

const { url, key, buyerIds, refused, signed }: CallerPlan = JSON.parse(process.argv[2] ?? '');
const keys = { right: key, wrong: eventsKey };
const agent = new Agent({ keepAlive: true });
const counts = { refused: 0, taken: 0, odd: [] as number[] };
let sent = 0;
let answered = 0;

function call(by: keyof typeof keys): void {
  const event = { type: 'signals.changed', data: { buyerIds: [buyerIds[sent % buyerIds.length]] } };
  const { headers, body } = eventCall(`msg_${randomUUID()}`, Date.now(), event, keys[by]);
  sent += 1;
  const end = (status: number): void => {
    if (status === 401 && by === 'wrong') counts.refused += 1;
    else if (status === 202 && by === 'right') counts.taken += 1;
    // A connection that was closed while it was idle is nobody's fault.
    else if (status !== 0) counts.odd.push(status);
    if (++answered === refused + signed) process.send?.('ready');
  };
  request(url, { method: 'POST', agent, headers }, (response) => {
    response.resume().once('end', () => end(response.statusCode ?? 0));
  })
    .once('error', () => end(0))
    .end(body);
}

// What each fiftieth of a second is due: a timer that comes late makes up for it.
const started = performance.now();
const due = { wrong: refused, right: signed };
const done = { wrong: 0, right: 0 };
const timer = setInterval(() => {
  const seconds = (performance.now() - started) / 1000;
  for (const by of ['wrong', 'right'] as const) for (; done[by] < seconds * due[by]; done[by] += 1) call(by);
}, 20);
process.on('message', async () => {
  clearInterval(timer);
  while (answered < sent) await new Promise((resolve) => setTimeout(resolve, 20));
  process.send?.(counts);
});
process.once('disconnect', () => process.exit());
