import { counted } from '../../../shared/domain/counted.ts';
import { isAccepted, isHtmlPage } from '../../../shared/domain/digests/attempt.ts';
import { badLine, failureLine, type Tone } from './line.ts';
import { kilobytes, type Of, type Rows } from './row.ts';

/** Creating digests and delivering them. */
export const delivering: Rows<
  | 'digest-frozen'
  | 'heartbeat-frozen'
  | 'signals-set-aside'
  | 'signals-damaged'
  | 'swept'
  | 'pending-checked'
  | 'digest-attempted'
  | 'digest-rewritten'
  | 'digest-held'
  | 'route-disabled'
> = {
  'digest-frozen': {
    step: 'freeze',
    fact: ({ routeId, signals, bytes }) => `${routeId}: ${counted(signals, 'signal')}, ${kilobytes(bytes)}`,
    line: ({ routeId, part, signals, bytes }) => ({
      tone: 'plain',
      title: `Digest created for ${routeId}`,
      detail: `${counted(signals, 'signal')} · ${kilobytes(bytes)}${part > 1 ? ` · part ${part}` : ''}`,
    }),
    log: ({ routeId, signals, digestId }) =>
      `route ${routeId}: digest created with ${counted(signals, 'signal')} (${digestId})`,
  },
  'heartbeat-frozen': {
    step: 'freeze',
    fact: ({ routeId }) => `${routeId}: a heartbeat`,
    line: ({ routeId, bytes }) => ({
      tone: 'quiet',
      title: `Heartbeat created for ${routeId}`,
      detail: kilobytes(bytes),
    }),
    log: ({ routeId, digestId }) => `route ${routeId}: heartbeat created (${digestId})`,
  },
  'signals-set-aside': {
    step: 'freeze',
    fact: ({ routeId, fate, signals }) =>
      `${routeId}: ${counted(signals, 'signal')} ${fate === 'held' ? 'held back' : 'dropped'}`,
    line: ({ routeId, fate, signals }) => ({
      tone: 'warn',
      title: `${counted(signals, 'signal')} ${fate === 'held' ? 'held back' : 'dropped'} for ${routeId}`,
      detail: `more than its flood rule allows${fate === 'held' ? `; signalpost release ${routeId} sends them` : ''}`,
    }),
    notice: ({ routeId, fate, signals }) => ({
      key: `flood ${fate} ${routeId}`,
      subject: routeId,
      amount: signals,
      eachTime: true,
      say: ({ amount }) =>
        fate === 'held'
          ? `route ${routeId}: ${counted(amount, 'signal')} held back from a flood; to send them: signalpost release ${routeId}`
          : `route ${routeId}: ${counted(amount, 'signal')} dropped by its flood rule`,
    }),
  },
  'signals-damaged': {
    step: 'freeze',
    fact: ({ routeId, signalIds }) => `${routeId}: ${counted(signalIds.length, 'signal')} damaged`,
    isTrouble: true,
    line: ({ routeId, signalIds }) =>
      badLine(
        `${counted(signalIds.length, 'signal')} for ${routeId} can't be read from the ledger`,
        'the digest states only their number',
      ),
    failures: ({ routeId, signalIds }) => [
      {
        subject: `route ${routeId}`,
        what: `these signals can't be read from the ledger, so their digest states only their number: ${signalIds.join(', ')}`,
      },
    ],
  },
  swept: {
    step: 'freeze',
    line: ({ digests }) =>
      digests === 0
        ? null
        : {
            foldKey: 'swept',
            write: () => ({
              tone: 'quiet',
              title: `Sweep queued ${counted(digests, 'due digest')}`,
              detail: null,
            }),
          },
  },
  'pending-checked': {
    step: 'freeze',
    line: ({ vanishedRoutes }) =>
      (vanishedRoutes ?? 0) > 0
        ? failureLine(
            'freeze',
            'A removed route still has pending signals or digests',
            'signalpost routes shows them; put the route back until nothing is pending, or discard them',
          )
        : null,
  },
  'digest-attempted': {
    step: 'deliver',
    fact: ({ routeId, outcome, reason }) =>
      `${routeId}: ${outcome === 'delivered' ? successWord(reason) : reason}`,
    isTrouble: ({ outcome }) => outcome !== 'delivered',
    line: (attempt) => attemptLine(attempt),
    log: ({ routeId, outcome, digestId, reason }) =>
      outcome === 'delivered' ? `route ${routeId}: ${successWord(reason)} (${digestId})` : null,
    // A destination that is gone disables its route, which reports it.
    failures: ({ routeId, outcome, reason }) =>
      outcome === 'delivered' || outcome === 'gone'
        ? []
        : [
            {
              subject: `route ${routeId}`,
              what: `a digest was not delivered: ${reason}; ${outcome === 'dead' ? 'it was given up, and is kept for a redrive' : 'it is retried'}`,
            },
          ],
    notice: ({ routeId, outcome, reason }) =>
      outcome === 'delivered' && isHtmlPage(reason)
        ? {
            key: `page ${routeId}`,
            subject: routeId,
            amount: 1,
            say: () =>
              `route ${routeId}: the destination ${reason}; check that its address is a receiver and not a web page`,
          }
        : null,
  },
  'digest-rewritten': {
    step: 'deliver',
    fact: ({ routeId, reason }) => `${routeId}: ${reason}; sent again as plain text`,
    isTrouble: true,
    line: ({ routeId, attempt, reason }) => ({
      tone: 'warn',
      title: `Sent again as plain text to ${routeId}`,
      detail: `attempt ${attempt} · ${reason}`,
    }),
    notice: ({ routeId, reason }) => ({
      key: `plain ${routeId}`,
      subject: routeId,
      amount: 1,
      say: () => `route ${routeId}: a digest was rejected (${reason}) and sent again as plain text`,
    }),
  },
  'digest-held': {
    step: 'deliver',
    fact: ({ routeId, reason }) => `${routeId}: kept, ${reason}`,
    isTrouble: true,
    line: ({ routeId, reason }) =>
      failureLine('deliver', `A digest for ${routeId} is kept, not sent`, reason),
  },
  'route-disabled': {
    step: 'deliver',
    fact: ({ routeId }) => `${routeId} is disabled`,
    isTrouble: true,
    line: ({ routeId, reason }) => badLine(`Route ${routeId} is disabled`, reason),
  },
};

const attemptWords: Readonly<Record<Of<'digest-attempted'>['outcome'], { tone: Tone; said: string }>> = {
  delivered: { tone: 'good', said: 'Delivered to' },
  retry: { tone: 'warn', said: 'Not delivered yet to' },
  gone: { tone: 'bad', said: 'Destination gone:' },
  dead: { tone: 'bad', said: 'Digest given up:' },
};

const successWord = (reason: string) => (isAccepted(reason) ? 'accepted' : 'delivered');

function attemptLine({
  outcome,
  attempt,
  reason,
  ambiguous,
  routeId,
  nextAttemptAt,
}: Of<'digest-attempted'>) {
  const { tone } = attemptWords[outcome];
  const said = isAccepted(reason) ? 'Accepted for' : attemptWords[outcome].said;
  const parts = [`attempt ${attempt}`, reason, ...(ambiguous ? ['it may have arrived'] : [])];
  return { tone, title: `${said} ${routeId}`, detail: parts.join(' · '), nextAttemptAt };
}
