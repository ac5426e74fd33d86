import { DeliveryTransportError } from '../../../message/send/destination-errors.ts';
import type { HttpPost, PostAnswer } from '../../../message/send/http-post.ts';
import { deliveryCallMs } from '../../../shared/domain/digests/attempt-time.ts';
import { checkTakenOnce } from '../oracle/check-attempts.ts';
import { notePost } from '../oracle/note.ts';
import { isWithin } from '../parts/coincidence.ts';
import type { Instance } from '../parts/instance.ts';
import { peaceAfter } from '../parts/plan.ts';
import { isWebApi } from '../parts/slack-messages.ts';
import { crash, type World } from '../parts/world.ts';
import { callPort } from './call-port.ts';
import { createReaderPost } from './reader-post.ts';
import { letReadersClick } from './readers.ts';

interface Meeting {
  readonly takes: boolean;
  readonly answer: PostAnswer | DeliveryTransportError;
}

/** `post` as the sender knows it. The oracle sees every byte that leaves. */
export function createSimulatedPost(world: World, instance: Instance): HttpPost {
  const { plan, dice } = world;
  const forReaders = createReaderPost(world, instance);
  return async (request) => {
    const { url, headers, body } = request;
    if (!/\/services\/|chat\.postMessage$/.test(url.pathname) && isWebApi(url.host))
      return forReaders(request);
    const routeId = instance.claim?.pointer.routeId ?? 'unknown';
    const digestId = headers['webhook-id'] ?? instance.claim?.digestId ?? 'unknown';
    notePost(world, instance, { routeId, digestId, body, headers, host: url.host });
    if (plan.busy?.answers === null && isBusy(world, routeId)) {
      crash(world, instance, 'the call ends it');
      return new Promise(() => undefined);
    }
    const hangs = isHanging(world, routeId);
    const answersMs = world.recovering ? undefined : plan.coincidence?.answersMs;
    const isSlow = !world.recovering && dice.chance(plan.weather.slow);
    if (answersMs !== undefined) {
      // The destination gets the bytes at once, even if the sender crashes before the answer.
      checkTakenOnce(world, routeId, digestId);
      world.destinations.take(routeId, { digestId, body });
    }
    const note = (answer: PostAnswer | null, isOver: boolean): void => {
      instance.posted = { answer, at: instance.now(), trueAt: world.scheduler.now(), isOver };
    };
    note(null, false);
    const answer = await callPort(world, instance, {
      port: 'post',
      label: `POST ${digestId} to ${url.host} for ${routeId}`,
      failure: null,
      latencyMs: hangs
        ? deliveryCallMs
        : answersMs !== undefined
          ? dice.between(answersMs - 7_000, answersMs)
          : isSlow
            ? dice.between(1_000, 20_000)
            : dice.between(50, 500),
      effect: async () => {
        const named = isWebApi(url.host) ? nameMessage(world, body) : null;
        const inItsWords = (answer: Meeting['answer']) => (named ? answerAsApi(answer, named) : answer);
        if (answersMs !== undefined) return inItsWords(answered(200, 'ok')) as PostAnswer;
        const { takes, answer: met } = hangs
          ? hang(dice.chance(0.3))
          : meetAt(url.host, world, routeId, body);
        const answer = inItsWords(met);
        if (takes) world.destinations.take(routeId, { digestId, body });
        if (takes && named) letReadersClick(world, { ...named, body });
        if (answer instanceof Error) throw answer;
        return answer;
      },
    }).catch((error: unknown) => {
      note(null, true);
      throw error;
    });
    note(answer, true);
    return answer;
  };
}

/** Each message of a channel has a name of its own. */
function nameMessage(world: World, body: string) {
  const { channel, thread_ts } = JSON.parse(body) as { channel: string; thread_ts?: string };
  const seconds = Math.floor(world.scheduler.now() / 1_000);
  world.messagesNamed += 1;
  const ts = `${seconds}.${String(world.messagesNamed).padStart(6, '0')}`;
  return { channel, isReply: thread_ts !== undefined, ts };
}

function isBusy({ plan: { busy, ticks }, scheduler }: World, routeId: string): boolean {
  return routeId === busy?.routeId && scheduler.now() < peaceAfter(ticks) + busy.intoPeaceMs;
}

function isHanging({ plan, recovering, scheduler }: World, routeId: string): boolean {
  const { hangs } = plan.coincidence ?? {};
  return !recovering && hangs?.routeIds.includes(routeId) === true && isWithin(hangs, scheduler.now());
}

function hang(takes: boolean): Meeting {
  return { takes, answer: new DeliveryTransportError('TIMEOUT', 'timed out', { bytesLeft: true }) };
}

/** Slack knows nobody who left. A tool refuses some bodies for good; others meet what every destination may do to them. */
function meetAt(host: string, world: World, routeId: string, body: string): Meeting {
  const { template, leaver } = world.plan;
  if (leaver !== undefined && body.includes(`"channel":"${leaver}"`)) return refuseForGood(true);
  const isOfTool = host === 'hooks.example' && template?.routeIds.includes(routeId) === true;
  if (isOfTool && !world.recovering && world.dice.chance(template.refuses)) return refuse(422, '');
  return meet(world, routeId, host.includes('slack'), body.includes('"blocks"'));
}

function meet(world: World, routeId: string, slack: boolean, blocks: boolean): Meeting {
  const { plan, dice, recovering } = world;
  const { weather, busy } = plan;
  if (routeId === plan.poisonRoute) return refuse(dice.pick([404, 410, 500]), 'no_service');
  if (busy?.answers && isBusy(world, routeId)) return refuse(429, '', String(busy.answers.retryAfter));
  if (recovering) return { takes: true, answer: answered(200, 'ok') };
  if (dice.chance(weather.gone)) return refuseForGood(slack);
  if (slack && blocks && dice.chance(weather.gone)) return refuse(400, 'invalid_blocks');
  if (dice.chance(weather.throttled)) return refuse(429, '', dice.chance(0.5) ? '30' : undefined);
  if (dice.chance(weather.failing)) {
    return { takes: dice.chance(0.5), answer: answered(dice.pick([500, 502, 504]), 'oops') };
  }
  if (dice.chance(weather.cut)) return cut(dice.chance(0.5));
  if (dice.chance(weather.slow / 3)) return hang(dice.chance(0.7));
  return { takes: true, answer: answered(dice.pick([200, 202, 204]), 'ok') };
}

function cut(left: boolean): Meeting {
  const what = left ? 'the connection was cut' : 'no connection could be made';
  const answer = new DeliveryTransportError('CONNECTION_FAILED', what, { bytesLeft: left });
  return { takes: left, answer };
}

function refuseForGood(slack: boolean): Meeting {
  return slack ? refuse(404, 'channel_not_found') : refuse(410, '');
}

function refuse(status: number, body: string, retryAfter?: string): Meeting {
  return { takes: false, answer: answered(status, body, retryAfter) };
}

function answered(status: number, body: string, retryAfter?: string): PostAnswer {
  return { status, body, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } };
}

/** What Slack's Web API says where an incoming webhook would say it by its status: all of it comes with a 200. */
function answerAsApi(
  answer: PostAnswer | DeliveryTransportError,
  { channel, isReply, ts }: { readonly channel: string; readonly isReply: boolean; readonly ts: string },
): PostAnswer | DeliveryTransportError {
  if (answer instanceof DeliveryTransportError || answer.status === 429) return answer;
  const said = (object: object): PostAnswer => ({ ...answer, status: 200, body: JSON.stringify(object) });
  if (answer.status < 300) return said({ ok: true, channel, ts });
  // It took the message, or did not: it can't say.
  if (answer.status === 502) return said({ ok: false, error: 'internal_error' });
  if (answer.status === 400 && isReply) return said({ ok: false, error: 'cannot_reply_to_message' });
  return /^[a-z]+_[a-z_]+$/.test(answer.body) ? said({ ok: false, error: answer.body }) : answer;
}
