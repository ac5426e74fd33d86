import type { LinkTemplates } from '../domain/digests/digest.ts';
import type { DestinationSettings, Route, SecretReference } from '../domain/routes/route.ts';

/** The periods that upstream can list by; `sendLast` takes one of them. */
export type SendLastPeriod = '1 day' | '7 days' | '30 days' | '60 days' | '1 month' | '2 months' | '3 months';

type FirstRun = 'baseline' | 'send-all' | { readonly sendLast: SendLastPeriod };

export interface WatchException {
  readonly buyers: readonly string[];
  readonly bridges: readonly string[];
}

interface HotColumn {
  /** The column's display name. */
  readonly name: string;
  readonly atLeast: number;
}

export interface AlarmSettings {
  readonly to?: DestinationSettings | undefined;
  readonly email?: string | undefined;
  /** A duration such as `3 days`. */
  readonly quietAfter: string;
  /** The https address of the runbook, without a heading. */
  readonly runbookUrl?: string | undefined;
}

/** The config as checked, every default filled in. Plain data: `JSON.parse(JSON.stringify(config))` is the same. */
export interface SignalpostConfig {
  readonly api: {
    readonly baseUrl: string;
    readonly token: SecretReference;
    readonly arrayParameters: 'repeat' | 'comma';
  };
  readonly watch: {
    readonly buyers: readonly string[];
    readonly bridges: readonly string[];
    /** A duration such as `15 minutes`. */
    readonly every: string;
    /** Likewise, at least `every`: how often each buyer is read, whatever the bridges' rows say. */
    readonly allEvery: string;
    readonly firstRun: FirstRun;
    /** Left out although a bridge's rows or a list name them; absent: nothing. */
    readonly except?: WatchException | undefined;
  };
  readonly hot: { readonly topByHotness: number; readonly columns: readonly HotColumn[] };
  readonly summaries: { readonly waitAtMost: string };
  readonly routes: readonly Route[];
  /** Of every route that has none of its own. */
  readonly links?: LinkTemplates | undefined;
  /** Absent: the alarms exist, and nobody is told. */
  readonly alarms?: AlarmSettings | undefined;
  /** Permits plain http and loopback addresses for the API and the destinations. */
  readonly local: boolean;
}
