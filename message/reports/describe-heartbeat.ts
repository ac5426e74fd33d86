import { counted, grouped } from '../../shared/domain/counted.ts';
import { type HeartbeatContent, mostUndelivered } from '../../shared/domain/reports/heartbeat.ts';
import { formatAt } from '../facts/format-date.ts';

/** `Nothing new since Fri 8:00 AM EST from 97 of 100 buyers, all read since Mon 8:00 AM EST; 3 can't be read.` */
export function describeHeartbeat(content: Omit<HeartbeatContent, 'digestId'>): string {
  const { since, until, nextAt, muted, held, undelivered, timezone, buyers, unread, awaySince } = content;
  const tell = (time: string) => formatAt(Date.parse(time), { now: Date.parse(until), timezone });
  const owed = undelivered === 0 ? null : describeUndelivered(undelivered);
  const nothing = owed === null ? 'Nothing' : `${owed}; nothing else`;
  const what = `${nothing} ${muted > 0 || nextAt !== null ? 'sent' : 'new'} ${since === null ? 'so far' : `since ${tell(since)}`}`;
  const some = unread === 0 ? '' : `${grouped(buyers - unread)} of `;
  const parts = [
    awaySince === null
      ? `${what} from ${some}${counted(buyers, 'buyer')}, all read since ${tell(content.readSince)}${some && `; ${grouped(unread)} can't be read`}`
      : `${owed === null ? 'No' : `${owed}; no`} news is known: most buyers' lists could not be read since ${tell(awaySince)}`,
    nextAt !== null && `New signals wait for ${tell(nextAt)}`,
    muted > 0 && counted(muted, 'signal is muted', 'signals are muted'),
    held > 0 && `${counted(held, 'signal waits', 'signals wait')}: too many came at once`,
  ];
  return `${parts.filter((part) => part !== false).join('. ')}.`;
}

function describeUndelivered(digests: number): string {
  const most = digests < mostUndelivered ? '' : 'At least ';
  return `${most}${counted(digests, 'digest')} could not be delivered`;
}
