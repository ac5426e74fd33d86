import * as v from 'valibot';
import { count, flag, text, textOrNull, texts, time, told } from './fields.ts';

const byRoute = v.array(v.object({ routeId: text, signals: count }));
const muteTarget = { kind: v.picklist(['buyer', 'bridge', 'route']), id: text };
const mute = v.object({
  ...muteTarget,
  until: time,
  because: text,
  name: told(textOrNull, 'Of the buyer or bridge, where it is known.'),
  signals: told(count, 'How many signals it holds.'),
  routes: byRoute,
});
const dryRun = told(flag, 'Whether nothing was changed.');

/** What the commands of "steer" print with `--json`. */
export const steerOutputs = {
  pause: v.object({
    routeId: text,
    paused: told(flag, 'false if it was paused or disabled already.'),
    reason: told(textOrNull, '`paused by hand`, or why its destination disabled it.'),
    disabledSince: time,
  }),
  resume: v.object({ routeId: text, digestsReleased: count, signalsWaiting: count }),
  mute: told(v.union([mute, v.object({ mutes: v.array(mute) })]), 'With `--list`, all mutes.'),
  unmute: v.object({ ...muteTarget, unmuted: flag, routes: byRoute }),
  resend: v.object({
    routeId: text,
    dryRun,
    digests: count,
    digestIds: texts,
    signals: told(count, 'Signals that a flood rule held.'),
    digestsOfOtherType: told(count, 'Written for another kind of destination than the route has now.'),
  }),
  discard: v.object({ routeId: text, dryRun, signals: count, signalsHeld: count, digests: count }),
  invoke: told(
    v.nullable(v.record(text, v.unknown())),
    "The function's answer, which its README describes; null if it has none.",
  ),
};
