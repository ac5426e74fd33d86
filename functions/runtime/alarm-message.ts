import * as v from 'valibot';

/** Source: CloudWatch User Guide, "Notifying users on alarm changes". The sweep adds those from `NoticeId` on. */
export const alarmMessageSchema = v.object({
  AlarmName: v.string(),
  AlarmDescription: v.nullish(v.string(), ''),
  NewStateValue: v.string(),
  OldStateValue: v.optional(v.string(), ''),
  /** Any form that `Date.parse` takes. */
  StateChangeTime: v.string(),
  NewStateReason: v.optional(v.string(), ''),
  NoticeId: v.optional(v.string()),
  RouteId: v.nullish(v.string()),
  DigestId: v.nullish(v.string()),
  Count: v.nullish(v.number()),
});

export type AlarmMessage = Readonly<v.InferOutput<typeof alarmMessageSchema>>;
