import { hash } from 'node:crypto';
import * as v from 'valibot';
import { type Click, clickKinds } from '../../shared/domain/clicks/click.ts';

const payloadSchema = v.object({
  api_app_id: v.string(),
  // An app for a whole organization has null here, and is not supported.
  team: v.object({ id: v.string() }),
  user: v.object({ id: v.string(), team_id: v.string(), name: v.optional(v.string()) }),
  channel: v.object({ id: v.string() }),
  message: v.object({
    ts: v.string(),
    team: v.optional(v.string()),
    blocks: v.array(v.object({ block_id: v.optional(v.string(), '') })),
  }),
  actions: v.tuple([
    v.object({
      action_id: v.literal('signal'),
      block_id: v.string(),
      action_ts: v.pipe(v.string(), v.regex(/^\d{1,10}\.\d{1,6}$/)),
      selected_option: v.object({ value: v.picklist(clickKinds) }),
    }),
  ]),
});

/** Reads the click in a payload of Slack, or says why there is none: Slack calls for other reasons, too. */
export function readClick(
  payload: unknown,
  { teamId, appId }: { readonly [Id in 'teamId' | 'appId']?: string | undefined },
): Click | { readonly ignored: string } {
  const read = v.safeParse(payloadSchema, payload);
  if (!read.success) return { ignored: 'it is no choice in the menu of a signal' };
  const { api_app_id: app, team, user, channel, message, actions } = read.output;
  // Slack Connect has messages of one workspace with readers of another.
  const teams = [user.team_id, message.team ?? team.id, teamId ?? team.id];
  if (teams.some((id) => id !== team.id)) return { ignored: 'it is of another workspace' };
  if (app !== (appId ?? app)) return { ignored: 'it is of another app' };
  const pointers = message.blocks.map(({ block_id: id }) => /^digest:([^:]+):(.+):(\d{1,4})$/.exec(id));
  // A slot has colons.
  const [, routeId, slot, part] = pointers.find((found) => found !== null) ?? [];
  if (routeId === undefined || slot === undefined) return { ignored: 'its message is no digest' };
  const [{ block_id: signalId, action_ts: at, selected_option: chosen }] = actions;
  return {
    id: hash('sha256', [user.id, at, signalId, chosen.value].join('\n')),
    kind: chosen.value,
    clickedAt: Math.floor(Number(at) * 1000),
    by: { id: user.id, name: (user.name ?? user.id).slice(0, 80) },
    signalId,
    pointer: { routeId, slot, part: Number(part) },
    place: `${channel.id} ${message.ts}`,
  };
}
