import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import { counted } from '../../shared/domain/counted.ts';
import { longestMuteMs, longestReason, muteKinds } from '../../shared/domain/routes/mute.ts';
import { restOf } from '../../shared/domain/routes/route-view.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import { isKeptBy } from '../words/describe-digest.ts';
import { describeRepeat, whenSent } from '../words/when-sent.ts';
import { readPath } from './pages/digests.ts';
import type { PageWorld } from './pages/page-world.ts';

/** Why nothing was done, in a sentence. */
export class Refusal extends Error {}

const mostBytes = 4_096;

const resendForm = v.object({ path: v.string(), again: v.optional(v.boolean(), false) });
const routeForm = v.object({ routeId: v.string() });
const mutedEntries = { kind: v.picklist(muteKinds), id: v.string() };
const unmuteForm = v.object({ ...mutedEntries, routeId: v.optional(v.string()) });
const muteForm = v.object({ ...mutedEntries, until: v.number(), because: v.string() });

/** The actions change the state, with the same steps as the commands of their names. */
export function createActions(world: PageWorld): Hono {
  const app = new Hono();
  app.use(bodyLimit({ maxSize: mostBytes }));
  const add = <Form extends v.GenericSchema>(
    name: string,
    form: Form,
    act: (input: v.InferOutput<Form>) => Promise<string>,
  ): void => {
    app.post(`/${name}`, async (context) => {
      const input = v.safeParse(form, await context.req.json().catch(() => null));
      if (!input.success) return context.json({ problem: 'The request is not complete.' }, 400);
      return context.json({ done: await act(input.output) });
    });
  };
  add('resend', resendForm, (input) => resend(world, input));
  add('pause', routeForm, ({ routeId }) => pause(world, routeId));
  add('resume', routeForm, ({ routeId }) => resume(world, routeId));
  add('mute', muteForm, (input) => mute(world, input));
  add('unmute', unmuteForm, (input) => unmute(world, input));
  return app;
}

async function resend({ ledger, config, now }: PageWorld, { path, again }: v.InferOutput<typeof resendForm>) {
  const pointer = readPath('path', path);
  const digest = await ledger.digests.read(pointer);
  if (digest === null) throw new Refusal('The digest is kept no more: delivered ones are kept for 30 days.');
  const { routeId } = pointer;
  const rest = restOf(config.routes, await ledger.routes.read(routeId));
  const route = rest ?? routeOf(config, routeId);
  const { to } = route;
  if (digest.destinationType !== to.type)
    throw new Refusal(`The digest was written for another kind of destination than ${to.type}.`);
  const repeat = describeRepeat(to);
  if (digest.state === 'DELIVERED' && repeat !== null && !again) throw new Refusal(`${repeat}.`);
  const resent = await ledger.digests.resend([digest], now(), rest?.id);
  if (resent === 0) throw new Refusal('The digest is being sent, or has changed: look at it again.');
  const taker = rest === null ? '' : ` at ${rest.id}, since ${routeId} can't reach its owner`;
  return `The digest is due${taker}; ${whenSent(1, route, 'a run', now())}.`;
}

async function pause({ ledger, config, now }: PageWorld, routeId: string): Promise<string> {
  routeOf(config, routeId);
  if (await ledger.routes.pause(routeId, now()))
    return `${routeId} is paused: its signals and digests wait until it is resumed.`;
  throw new Refusal(`${routeId} sends nothing already.`);
}

async function resume({ ledger, config, now }: PageWorld, routeId: string): Promise<string> {
  const { to } = routeOf(config, routeId);
  const { state } = await ledger.routes.read(routeId);
  await ledger.routes.enable(routeId, now());
  const kept = (await ledger.digests.listUndelivered(routeId)).filter(
    (digest) => isKeptBy(state, digest) && digest.destinationType === to.type,
  );
  const digests = await ledger.digests.resend(kept, now());
  return `${routeId} is enabled${digests === 0 ? '' : `, and ${counted(digests, 'digest')} due`}.`;
}

async function mute(
  { ledger, config, now }: PageWorld,
  { kind, id, until, because }: v.InferOutput<typeof muteForm>,
) {
  if (kind === 'route') routeOf(config, id);
  const reason = oneLine(because, longestReason);
  if (reason === null) throw new Refusal('Write why, for the other operators.');
  if (until <= now() || until > now() + longestMuteMs)
    throw new Refusal('Choose a day within a year from now.');
  await ledger.mutes.begin({ kind, id: kind === 'route' ? id : id.toLowerCase(), until, because: reason });
  return `The ${kind} is muted.`;
}

async function unmute({ ledger, now }: PageWorld, { kind, id, routeId }: v.InferOutput<typeof unmuteForm>) {
  if (await ledger.mutes.end({ kind, id: kind === 'route' ? id : id.toLowerCase(), routeId }, now()))
    return `The ${kind} is no longer muted.`;
  throw new Refusal(`The ${kind} is not muted.`);
}

function routeOf({ routes }: PageWorld['config'], routeId: string) {
  const route = routes.find(({ id }) => id === routeId);
  if (route === undefined) throw new Refusal(`The config has no route ${routeId}.`);
  return route;
}
