// Written by `npm run schema` from the schemas beside it.

/** Tell them apart by `type`, and ignore what is not here. */
export type WebhookBody = AlarmBody | DigestBody | HeartbeatBody | RecapBody | ReminderBody | TestBody;

/** A change of an alarm, as a webhook gets it. */
export interface AlarmBody {
  readonly type: 'alarm.raised' | 'alarm.cleared';
  /** The same as `data.since`. */
  readonly timestamp: string;
  readonly data: {
    readonly version: 1;
    /** An account can hold several. */
    readonly stage: string;
    /** Its name: the same whenever it is raised or cleared. */
    readonly alarm: string;
    /** Its heading in the runbook, or its name if it has none. */
    readonly heading: string;
    /** What goes wrong and for whom, in English. Its words may change. */
    readonly impact: string;
    /** The heading's address; null if the config has no `runbookUrl`. */
    readonly runbookUrl: string | null;
    readonly since: string;
    /** What was found, or which figures crossed a threshold. */
    readonly figures: string;
    /** The route that it is about; null for none. */
    readonly routeId: string | null;
    /** The digest that it is about; null for none. */
    readonly digestId: string | null;
    /** How many it is about; null for none. */
    readonly count: number | null;
    /** `ALARM` when it is raised, `OK` when it is cleared. */
    readonly state: 'ALARM' | 'OK';
  };
}

/** A digest, as a webhook gets it. */
export interface DigestBody {
  readonly type: 'digest.created';
  /** When the last signal of the digest was first seen: the same as `data.windowEnd`. */
  readonly timestamp: string;
  readonly data: Digest;
}

/** A heartbeat, as a webhook gets it. */
export interface HeartbeatBody {
  readonly type: 'heartbeat.created';
  /** The same as `data.until`. */
  readonly timestamp: string;
  readonly data: {
    readonly version: 1;
    /** The idempotency key; the `webhook-id` header. */
    readonly digestId: string;
    /** The route of signalpost.config.ts that this heartbeat belongs to. */
    readonly routeId: string;
    /** When the route's last digest was created; null if it never had one. */
    readonly since: string | null;
    /** When the heartbeat was created. */
    readonly until: string;
    /** All of it in one sentence, in English and in the time zone of the route's heartbeat. Its words may change. */
    readonly sentence: string;
    /** When the signals are sent that wait for the route's next time; null if none waits. */
    readonly nextAt: string | null;
    /** How many signals mutes hold back. */
    readonly muted: number;
    /** How many signals a flood rule holds back until somebody resends them. */
    readonly held: number;
  };
}

/** A recap, as a webhook gets it. */
export interface RecapBody {
  readonly type: 'recap.created';
  /** The same as `data.until`. */
  readonly timestamp: string;
  readonly data: {
    readonly version: 1;
    /** The idempotency key; the `webhook-id` header. */
    readonly digestId: string;
    /** The route of signalpost.config.ts that it belongs to. */
    readonly routeId: string;
    /** The route's time that it belongs to. */
    readonly until: string;
    /** All of it in a sentence or two, in English. Its words may change. */
    readonly sentence: string;
    /** When the period begins; it ends with `until`. */
    readonly since: string;
    readonly counts: {
      /** Hot signals that were delivered in the period: the sum of the five below. */
      readonly hot: number;
      /** Actioned, Attending or Sponsoring. */
      readonly acted: number;
      /** Saved. */
      readonly saved: number;
      /** NotInterested. */
      readonly notInterested: number;
      /** New. */
      readonly untouched: number;
      /** Could not be looked up. */
      readonly unknown: number;
      /** Of the untouched, those that close within seven days. */
      readonly closing: number;
    };
    /** Untouched signals, the first to close first: at most 10. */
    readonly signals: readonly ({
      readonly buyerId: string;
      readonly bridgeId: string;
      /** With `bridgeId` it identifies the signal, as in a digest. */
      readonly rowId: string;
      readonly name: string;
      readonly buyerName: string;
      /** When its deadline ends, by the row as it was looked up; null without one. */
      readonly deadline: string | null;
      /** The same in words. Its words may change. */
      readonly due: string | null;
      /** What it is worth, in short. */
      readonly money: string | null;
      /** Where the config's template leads, or else an address in the row. */
      readonly link: string | null;
    })[];
  };
}

/** A reminder, as a webhook gets it. */
export interface ReminderBody {
  readonly type: 'reminder.created';
  /** The same as `data.until`. */
  readonly timestamp: string;
  readonly data: {
    readonly version: 1;
    /** The idempotency key; the `webhook-id` header. */
    readonly digestId: string;
    /** The route of signalpost.config.ts that it belongs to. */
    readonly routeId: string;
    /** The route's time that it belongs to. */
    readonly until: string;
    /** All of it in a sentence or two, in English. Its words may change. */
    readonly sentence: string;
    /** How many there are; `signals` lists at most 10 of them. */
    readonly untouched: number;
    /** Untouched signals, the first to close first: at most 10. */
    readonly signals: readonly ({
      readonly buyerId: string;
      readonly bridgeId: string;
      /** With `bridgeId` it identifies the signal, as in a digest. */
      readonly rowId: string;
      readonly name: string;
      readonly buyerName: string;
      /** When its deadline ends, by the row as it was looked up; null without one. */
      readonly deadline: string | null;
      /** The same in words. Its words may change. */
      readonly due: string | null;
      /** What it is worth, in short. */
      readonly money: string | null;
      /** Where the config's template leads, or else an address in the row. */
      readonly link: string | null;
    })[];
  };
}

/** A test, as a webhook gets it. */
export interface TestBody {
  readonly type: 'test';
  /** When it was sent. */
  readonly timestamp: string;
  readonly data: {
    readonly version: 1;
    /** The `webhook-id` header. Another one for each test. */
    readonly testId: string;
    /** The route of signalpost.config.ts that was tested. */
    readonly routeId: string;
  };
}

export interface Digest {
  /** Of all bodies. It changes only with something that a receiver of the version before would misread. */
  readonly version: 1;
  /** The idempotency key; the `webhook-id` header. */
  readonly digestId: string;
  /** The same in all parts of one digest, and in no other. */
  readonly digestGroupId: string;
  /** The route of signalpost.config.ts that this digest belongs to. */
  readonly routeId: string;
  /** The time of the route that the digest belongs to; of a route that sends immediately, when its first part was created. */
  readonly slot: string;
  /** `slot`, and a millisecond more for each part before this one: in this order the parts are read. */
  readonly createdAt: string;
  /** Which message of its digest this is. They can arrive in another order. */
  readonly part: number;
  /** Whether more parts follow this one: `totals` counts their signals. */
  readonly more: boolean;
  /** When the first of its signals was first seen. */
  readonly windowStart: string;
  /** When the last of its signals was first seen. */
  readonly windowEnd: string;
  readonly totals: Totals;
  /** The hottest first, as a reader gets them; so are the signals of each. */
  readonly buyers: readonly (Buyer)[];
  /** Items that could not be read as signals. They are kept, and only counted here. */
  readonly unreadable: number;
  /** Signals that the route holds back until somebody resends them, those of earlier digests included. They come in a later digest. */
  readonly held: number;
  /** How many hot signals wait for their buyer's summary, for as long as `summaries.waitAtMost` says. They come with a later digest. */
  readonly awaitingSummary: number;
  /** There only when mutes hold back signals of this route: the first ten to end. Those signals come in a later digest, once their mute ends. */
  readonly muted?: readonly ({
    /** What was muted. */
    readonly kind: 'buyer' | 'bridge' | 'route';
    /** The buyer's or bridge's id in lower case, or the route's. */
    readonly id: string;
    /** The buyer's or bridge's name, as its signals have it. */
    readonly name: string | null;
    /** When the mute ends, as it was known when this digest was frozen. */
    readonly until: string;
    /** How many signals of this route it held when this digest was frozen. */
    readonly signals: number;
  })[];
  /** There only when more signals were new than the route takes in one digest: all hot ones are shown, and the newest of the others; the rest is left out of this digest. */
  readonly flood?: {
    /** How many were new, with those that were left out. */
    readonly newSignals: number;
    /** How many of them are in this digest, in all its parts together. */
    readonly shown: number;
    /** What became of the others: held back until somebody resends them, or dropped. */
    readonly rest: 'held' | 'dropped';
    /** How many were dropped. A route that drops still holds what it kept while it was disabled. */
    readonly dropped?: number;
  };
}

export interface Totals {
  readonly signals: number;
  /** How many of the signals are hot. */
  readonly hot: number;
  /** How many buyers have a signal in it. Null if a crash came between its parts. */
  readonly buyers: number | null;
  /** How many of the signals came in the quiet hours that the route waited for. There only after quiet hours. */
  readonly inQuietHours?: number;
}

export interface Buyer {
  readonly buyerId: string;
  /** null where no row told the name. */
  readonly name: string | null;
  readonly score: number | null;
  readonly summary: Summary | null;
  /** `ready`: in `summary`. `pending`: still being generated when the wait for it ended. `none`: not asked for, or there is none. */
  readonly summaryStatus: 'ready' | 'pending' | 'none';
  readonly signals: readonly (Signal)[];
}

export interface Signal {
  readonly bridgeId: string;
  readonly bridgeName: string | null;
  /** What the bridge is about: `RFP`, `Meeting`, `JobChange`…; null where the Bridge API did not say. */
  readonly filterType: string | null;
  /** Rows of several bridges with the same one are about the same thing: each still is a signal of its own here. null where the row has none. */
  readonly entityId: string | null;
  readonly rowId: string;
  readonly name: string | null;
  readonly hot: boolean;
  /** The rules of signalpost.config.ts that made it hot; empty where it is not. */
  readonly hotBecause: readonly ({
    readonly rule: 'column';
    /** The column's display name. */
    readonly name: string;
    readonly value: number;
    readonly atLeast: number;
  } | {
    readonly rule: 'rank';
    readonly rank: number;
    /** How many signals the buyer had in that order. */
    readonly of: number;
  })[];
  /** It was not known in time whether it is hot: `hot` is false, and a route of hot signals got it all the same. Absent where it was known. */
  readonly hotUnknown?: true;
  /** 1 is the hottest of the buyer's signals; null when it was not among the first. */
  readonly hotnessRank: number | null;
  readonly firstSeenAt: string;
  /** As the Bridge API wrote it. It moves on maintenance: do not read it as news. */
  readonly updatedAt: string | null;
  /** The row's values by the column's display name: any JSON value. */
  readonly columns: Readonly<Record<string, unknown>>;
  /** What a message to people tells of the row's columns, as fields; null for what the row does not say. */
  readonly facts: {
    /** `2026-12-01`, a day of the calendar; `2026-12-01T14:00`, where the row names no time zone; or an instant in UTC, `2026-12-01T19:00:00.000Z`. */
    readonly deadline: string | null;
    /** What it is worth, in whole units. Null for a range, and for what only costs the reader, such as a fee. */
    readonly money: {
      readonly amount: number;
      /** `USD`; the symbol that the row writes, `$`; null where neither is known. */
      readonly currency: string | null;
    } | null;
    /** How far it is, by the label of its enumeration. */
    readonly stage: string | null;
    /** The decision maker, with a title where one is known: `Naveen Rosales, Director of Transportation`. */
    readonly person: string | null;
    /** Who the column of `owner` names, several with commas between them. */
    readonly owner: string | null;
  };
  /** Why the route has it, in English: `Match Score is 91 (rule: 60 or more)`. Null where the route's match was changed since, and would refuse it now. Its words may change. */
  readonly reason: string | null;
  /** https addresses. `signal` and `buyer`: by the templates of `links` in signalpost.config.ts, null where it has none. `source`: the first https address in the row's columns, those that were cut among them. */
  readonly links: {
    readonly signal: string | null;
    readonly buyer: string | null;
    readonly source: string | null;
  };
  /** Present where something was cut. */
  readonly truncated?: true;
}

export interface Summary {
  readonly whatsRecent: SummaryBlock | null;
  readonly theBiggerPicture: SummaryBlock | null;
  readonly areasForDeeperDiscovery: SummaryBlock | null;
  readonly score: number | null;
  readonly scoreReasoning: string | null;
  readonly generatedAt: string | null;
  /** Present where something was cut. */
  readonly truncated?: true;
}

export interface SummaryBlock {
  readonly intro: string | null;
  readonly sections: readonly (SummarySection)[];
}

export interface SummarySection {
  readonly title: string | null;
  readonly text: string | null;
  readonly sources: readonly (SummarySource)[];
}

export interface SummarySource {
  /** The row's id. */
  readonly entryId: string | null;
  readonly entryName: string | null;
  /** The bridge's id. */
  readonly triggerId: string | null;
  readonly triggerType: string | null;
  readonly triggerName: string | null;
}
