import type { FrozenDigest } from '../../shared/domain/digests/delivery.ts';
import type { DigestContent } from '../../shared/domain/digests/digest.ts';
import type { MessagePlace } from '../../shared/domain/message/message.ts';
import type { ReportContent } from '../../shared/domain/reports/report.ts';
import type { NextTime } from '../../shared/domain/routes/due.ts';
import type { DestinationSettings, Route } from '../../shared/domain/routes/route.ts';
import type { FunctionPorts } from '../function-ports.ts';

export type HandlerPorts = Pick<
  FunctionPorts,
  | ('config' | 'clock' | 'observe' | 'ledger' | 'queue' | 'publishAlarm')
  | ('entriesAtOnce' | 'entriesAhead' | 'pagesAtOnce' | 'isLasting')
>;

export interface ComposePorts extends HandlerPorts {
  /** Pure: how a kind of destination writes a digest. */
  readonly rendererFor: (type: DestinationSettings['type']) => {
    readonly render: (content: DigestContent, place?: MessagePlace) => string;
    /** Whether one message may be as large as this is when rendered. */
    readonly fits: (content: DigestContent, place?: MessagePlace, to?: DestinationSettings) => boolean;
    /** A second form, frozen beside the first, for a destination that may refuse the first's form. */
    readonly renderPlain?: (content: DigestContent, place?: MessagePlace) => string;
    readonly renderReport: (
      content: ReportContent,
      to?: DestinationSettings,
    ) => Pick<FrozenDigest, 'body' | 'plainBody'>;
  };
  /** Whether a digest is a message in a channel and a thread beneath it. */
  readonly hasThreads: (to: DestinationSettings) => boolean;
  readonly nextSlot: NextTime;
}

export interface ComposeRequest {
  readonly route: Route;
  /** Sends what is still being gathered, or waits for its time, too: a person asks for it. */
  readonly evenEarly?: boolean | undefined;
  readonly dryRun: boolean;
  readonly deadline: number;
}
