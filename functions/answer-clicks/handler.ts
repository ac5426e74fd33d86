import * as v from 'valibot';
import { clickKinds } from '../../shared/domain/clicks/click.ts';
import { type Call, messageHandler, readEvent } from '../runtime/invocation.ts';
import { type AnswerPorts, answerClick } from './answer-click.ts';

/** A message of the clicks' queue, or the same by hand. */
const clickSchema = v.looseObject({
  id: v.string(),
  kind: v.picklist(clickKinds),
  by: v.object({ id: v.pipe(v.string(), v.regex(/^[UW][A-Z0-9]{2,30}$/)), name: v.string() }),
  clickedAt: v.number(),
  signalId: v.string(),
  pointer: v.object({ routeId: v.string(), slot: v.string(), part: v.number() }),
  place: v.string(),
});

export function createHandler(ports: AnswerPorts) {
  const answer = async (event: unknown, { deadline }: Call) =>
    answerClick(ports, { click: readEvent(clickSchema, event), deadline });
  return messageHandler('answer-clicks', ports, answer);
}
