import * as v from 'valibot';
import { defaultQuietAfter } from '../domain/alerts/alert.ts';
import { hourMs } from '../domain/duration.ts';
import { destinationSchema, formHelpers } from './destination-schema.ts';
import { described, duration, fixUnseen, object, optional, refuse, withDefault } from './fields.ts';

const emailFix = 'write one address, as "ops@example.com"';
const runbookFix =
  'write the https address of the page, as "https://git.example.com/signalpost/docs/runbook.md"';

const alarmsFix =
  'write an object with to, email, quietAfter or runbookUrl, or "none" if nobody is to be told';

export function alarmsSchema(permitLocal: boolean) {
  const told = object(
    {
      to: optional(
        v.pipe(destinationSchema(permitLocal), refuse(findMentionMessage)),
        `The destination of alarms (in TypeScript: ${formHelpers}).`,
      ),
      email: optional(
        v.pipe(v.string(fixUnseen(emailFix)), v.email(fixUnseen(emailFix))),
        'Gets a mail when "to" can\'t be reached. Without "to", gets every alarm. AWS asks the address once to confirm.',
      ),
      quietAfter: withDefault(
        duration(
          'write a duration from "1 hour" to "60 days", as "3 days"',
          (ms) => ms >= hourMs && ms <= 60 * 24 * hourMs,
        ),
        'Alarm after this long without a new signal: "1 hour" to "60 days".',
        defaultQuietAfter,
      ),
      runbookUrl: optional(
        v.pipe(v.string(fixUnseen(runbookFix)), v.metadata({ format: 'uri' }), refuse(findRunbookProblem)),
        'The https address at which your team reads docs/runbook.md. Each alarm then links to its heading.',
      ),
    },
    alarmsFix,
  );
  return described(
    v.union([v.literal('none', fixUnseen(alarmsFix)), told], fixUnseen(alarmsFix)),
    'Who gets alarms: "none", or where to send them. Without it, nobody gets them, and a stage called prod is not deployed.',
  );
}

function findMentionMessage(to: object): string | null {
  return 'mention' in to && to.mention !== undefined
    ? 'found mention; leave it out: an alarm mentions nobody'
    : null;
}

function findRunbookProblem(text: string): string | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return `not an https address; ${runbookFix}`;
  if (url.username || url.password || url.hash) {
    return 'found an address with a user or a "#"; leave both out, the heading is added to it';
  }
  return null;
}
