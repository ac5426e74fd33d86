import { formatAt } from '../../message/facts/format-date.ts';
import { describeMore } from '../../message/reports/describe-more.ts';
import { showClicks } from '../../message/slack/show-clicks.ts';
import { hasRoom, writeBody } from '../../message/slack/write-blocks.ts';
import type { RecordedClick } from '../../shared/domain/clicks/click.ts';
import { outcomeOf } from '../../shared/domain/clicks/outcome-of.ts';
import { addClick, isDrawnByOther, mutedUntil } from '../../shared/domain/clicks/record-click.ts';
import { muteOf } from '../../shared/domain/routes/mute.ts';
import { showsContacts } from '../../shared/domain/routes/route-view.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import type { FunctionPorts, LedgerPort } from '../function-ports.ts';
import { callSlack, type Work } from './call-slack.ts';
import { type Clicked, findClicked } from './find-clicked.ts';
import { readMore } from './read-more.ts';

export type AnswerPorts = Pick<FunctionPorts, 'config' | 'clock' | 'observe' | 'sender'> &
  LedgerPort<'history' | 'mutes' | 'digests' | 'summaries' | 'columns' | 'polls'>;

/** Each step may come twice: a click is recorded once, and the message is drawn from all clicks. */
export async function answerClick(ports: AnswerPorts, work: Work): Promise<void> {
  const { click } = work;
  const { kind, by, pointer } = click;
  const found = await findClicked(ports, click);
  const tell = async (body: string): Promise<void> => {
    if (found.to) await callSlack(ports, work, found.to, 'chat.postEphemeral', { user: by.id }, body);
  };
  if ('refusal' in found) {
    ports.observe({ kind: 'click-ignored', routeId: pointer.routeId, click: kind, reason: found.refusal });
    return tell(JSON.stringify({ text: found.refusal }));
  }
  if (kind === 'more') return tell(writeBody(describeMore(await readMore(ports, found), hasRoom)));
  // The mute comes first, so that the call that draws the click finds it in force.
  if (kind !== 'claim' && kind !== 'not-for-us') await mute(ports, work, found);
  const now = ports.clock.now();
  const changed = await ports.ledger.history.changeClicks(pointer, (known) => addClick(known, click, now));
  if (changed === null) return;
  const { before, after } = changed;
  const isRecorded = after.clicks.some(({ id }) => id === click.id);
  // A message that was sent again shows nothing yet, so it is drawn even where the click changes nothing.
  if (!isDrawnByOther(before, click.id, now)) await show(ports, work, found, after.clicks);
  const { claimed } = outcomeOf(after.clicks, click.signalId);
  // A reader who claims twice, or refuses what is refused, needs no answer.
  if (isRecorded || kind !== 'claim' || claimed === null || claimed.by.id === by.id) return;
  const text = `Claimed before: by <@${claimed.by.id}>, ${formatAt(claimed.at, found.reading)}.`;
  await tell(JSON.stringify({ text }));
}

const longestName = 30;

async function mute(
  { ledger }: AnswerPorts,
  { click }: Work,
  { route, entry, signal }: Clicked,
): Promise<void> {
  const { name } = entry.buyers.find(({ buyerId }) => buyerId === signal.buyerId) ?? {};
  const because = `by ${oneLine(click.by.name, longestName) ?? click.by.id} in Slack`;
  const routeId = route.id;
  const of = { kind: 'buyer', id: signal.buyerId.toLowerCase(), routeId } as const;
  if (click.kind === 'unmute') await ledger.mutes.end(of, click.clickedAt, true);
  else
    await ledger.mutes.begin(
      { ...of, name: name ?? undefined, until: mutedUntil(click), because },
      click.clickedAt,
    );
}

/** Draws until nothing was recorded meanwhile: a call that recorded something left the drawing to this one. */
async function show(
  ports: AnswerPorts,
  work: Work,
  { route, to, ts, body, entry, reading }: Clicked,
  clicks: readonly RecordedClick[],
): Promise<void> {
  const { ledger, clock } = ports;
  const { pointer, id } = work.click;
  const routeId = route.id;
  for (let drawn = clicks; ; ) {
    const mutes = (await ledger.mutes.list()).filter((one) => one.routeId === routeId);
    const muteAt = (signalId: string) => {
      const { buyerId } = entry.followed?.find((one) => one.signalId === signalId) ?? { buyerId: '' };
      return muteOf(mutes, routeId, { buyerId, bridgeId: null }, clock.now());
    };
    const shown = showClicks(body, drawn, muteAt, reading);
    const isShown = await callSlack(ports, work, to, 'chat.update', { ts }, shown, showsContacts(route));
    const { length } = drawn;
    const changed = await ledger.history.changeClicks(pointer, (known) => {
      const isOver = !isShown || known.clicks.length === length;
      return isOver && known.drawing.endsWith(` ${id}`) ? { ...known, drawing: '' } : known;
    });
    if (!isShown || changed === null || changed.after.clicks.length === length) return;
    drawn = changed.after.clicks;
  }
}
