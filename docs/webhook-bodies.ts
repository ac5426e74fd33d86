// Written by `npm run schema` from the schemas beside it.

export type WebhookBody = AlarmBody | DigestBody | HeartbeatBody | RecapBody | ReminderBody | TestBody;

/** The body of the POST to `alarms.to`, signed as Standard Webhooks 1.0.0 in the way of a digest (digest.schema.json). Each change has one `webhook-id`, the same at every attempt. Fields may be added: ignore what you do not know. */
export interface AlarmBody {
  type: 'alarm.raised' | 'alarm.cleared';
  /** The same as `data.since`. */
  timestamp: string;
  data: {
    version: 1;
    /** An account can hold several. */
    stage: string;
    /** Its name: the same whenever it is raised or cleared. */
    alarm: string;
    /** Its heading in the runbook, or its name if it has none. */
    heading: string;
    /** What goes wrong and for whom, in English. Its words may change. */
    impact: string;
    /** The heading's address; null if the config has no `runbookUrl`. */
    runbookUrl: string | null;
    since: string;
    /** What was found, or which figures crossed a threshold. */
    figures: string;
    /** The route that it is about; null for none. */
    routeId: string | null;
    /** The digest that it is about; null for none. */
    digestId: string | null;
    /** How many it is about; null for none. */
    count: number | null;
    /** `ALARM` when it is raised, `OK` when it is cleared. */
    state: 'ALARM' | 'OK';
  };
}
/** The body of the POST, signed as Standard Webhooks 1.0.0: `webhook-id` is `data.digestId` and the same at every attempt, so a receiver that keeps the ids it has seen takes each digest once. The bytes of a digest never change. Fields may be added: ignore what you do not know. A body has at most `maxBytes` of its route, 20,000 unless written, or 30,000 with a single signal: a digest that would be larger goes out in parts, each with an id of its own. A signal and a summary have at most 8,000 bytes each. A larger signal is cut when it is recorded: its texts to one length (a list or an object that is too long becomes the beginning of its JSON text), and of hundreds of columns the first are kept. Of a larger summary the texts are cut, and sources and sections may be left out. A text that was cut ends in an ellipsis, and what was cut says so in `truncated`. Ids are never cut; an `entityId` of over 200 characters is left out of a signal that was cut. */
export interface DigestBody {
  type: 'digest.created';
  /** When the last signal of the digest was first seen: the same as `data.windowEnd`. */
  timestamp: string;
  data: Digest;
}
export interface Digest {
  /** Of all bodies. It changes only with something that a receiver of the version before would misread. */
  version: 1;
  /** The idempotency key; the `webhook-id` header. */
  digestId: string;
  /** The same in all parts of one digest, and in no other. */
  digestGroupId: string;
  /** The route of signalpost.config.ts that this digest belongs to. */
  routeId: string;
  /** The time of the route that the digest belongs to; of a route that sends immediately, when its first part was created. */
  slot: string;
  /** `slot`, and a millisecond more for each part before this one: in this order the parts are read. */
  createdAt: string;
  /** Which message of its digest this is. They can arrive in another order. */
  part: number;
  /** Whether more parts follow this one: `totals` counts their signals. */
  more: boolean;
  /** When the first of its signals was first seen. */
  windowStart: string;
  /** When the last of its signals was first seen. */
  windowEnd: string;
  totals: Totals;
  /** The hottest first, as a reader gets them; so are the signals of each. */
  buyers: Buyer[];
  /** Items that could not be read as signals. They are kept, and only counted here. */
  unreadable: number;
  /** Signals over the flood limit, which the route holds until somebody resends them, those of earlier digests included. They come in a later digest. */
  held: number;
  /** How many hot signals wait for their buyer's summary, for as long as `summaries.waitAtMost` says. They come with a later digest. */
  awaitingSummary: number;
  /**
   * There only when signals of this route wait because of mutes: the first ten to end. Those signals come in a later digest, once their mute ends.
   *
   * @minItems 1
   * @maxItems 10
   */
  muted?: {
    /** What was muted. */
    kind: 'buyer' | 'bridge' | 'route';
    /** The buyer's or bridge's id in lower case, or the route's. */
    id: string;
    /** The buyer's or bridge's name, as its signals have it. */
    name: string | null;
    /** When the mute ends, as it was known when this digest was frozen. */
    until: string;
    /** How many signals of this route it held when this digest was frozen. */
    signals: number;
  }[];
  /** There only when more signals were new than the route takes in one digest: all hot ones are shown, and the newest of the others; the rest is held until somebody resends it. */
  flood?: {
    /** How many were new, with those that were left out. */
    newSignals: number;
    /** How many of them are in this digest, in all its parts together. */
    shown: number;
  };
}
/** Of the whole digest, all of its parts together, as it was known when this part was frozen. */
export interface Totals {
  signals: number;
  /** How many of the signals are hot. */
  hot: number;
  /** How many buyers have a signal in it. Null if a crash came between its parts. */
  buyers: number | null;
  /** How many of the signals came in the quiet hours that the route waited for. There only after quiet hours. */
  inQuietHours?: number;
}
export interface Buyer {
  buyerId: string;
  /** null where no row told the name. */
  name: string | null;
  score: number | null;
  summary: Summary | null;
  /** `ready`: in `summary`. `pending`: still being generated when the wait for it ended. `none`: not asked for, or there is none. */
  summaryStatus: 'ready' | 'pending' | 'none';
  signals: Signal[];
}
export interface Summary {
  whatsRecent: SummaryBlock | null;
  theBiggerPicture: SummaryBlock | null;
  areasForDeeperDiscovery: SummaryBlock | null;
  score: number | null;
  scoreReasoning: string | null;
  generatedAt: string | null;
  /** Present where something was cut. */
  truncated?: true;
}
export interface SummaryBlock {
  intro: string | null;
  sections: SummarySection[];
}
export interface SummarySection {
  title: string | null;
  text: string | null;
  sources: SummarySource[];
}
/** A row that a section rests on. */
export interface SummarySource {
  /** The row's id. */
  entryId: string | null;
  entryName: string | null;
  /** The bridge's id. */
  triggerId: string | null;
  triggerType: string | null;
  triggerName: string | null;
}
/** A row of a bridge. `bridgeId` and `rowId` together identify it. */
export interface Signal {
  bridgeId: string;
  bridgeName: string | null;
  /** What the bridge is about: `RFP`, `Meeting`, `JobChange`…; null where the Bridge API did not say. */
  filterType: string | null;
  /** Rows of several bridges with the same one are about the same thing: each still is a signal of its own here. null where the row has none. */
  entityId: string | null;
  rowId: string;
  name: string | null;
  /** Whether it is hot by the config's rules. A signal whose deadline has passed by the digest's `slot` is not. */
  hot: boolean;
  /** The rules of signalpost.config.ts that made it hot; empty where it is not. */
  hotBecause: (
    | {
        rule: 'column';
        /** The column's display name. */
        name: string;
        value: number;
        atLeast: number;
      }
    | {
        rule: 'rank';
        rank: number;
        /** How many signals the buyer had in that order. */
        of: number;
      }
  )[];
  /** It was not known in time whether it is hot: `hot` is false, and a route of hot signals got it all the same. Absent where it was known. */
  hotUnknown?: true;
  /** 1 is the hottest of the buyer's signals; null when it was not among the first. */
  hotnessRank: number | null;
  firstSeenAt: string;
  /** As the Bridge API wrote it. It moves on maintenance: do not read it as news. */
  updatedAt: string | null;
  /** The row's values by the column's display name: any JSON value. */
  columns: {
    [k: string]: unknown;
  };
  /** Six values of `columns` in fixed fields, by the columns that `columns` of signalpost.config.ts declares. What is not declared, or can't be read, is null. */
  facts: {
    /** `2026-12-01`, a day of the calendar; `2026-12-01T14:00`, where the row names no time zone; or an instant in UTC, `2026-12-01T19:00:00.000Z`. */
    deadline: string | null;
    /** Another date, written likewise: of a meeting, an award, the end of a contract. */
    date: string | null;
    /** What it is worth, in whole units. Null for a range. */
    money: {
      amount: number;
      /** `USD`; the symbol that the row writes, `$`; null where neither is known. */
      currency: string | null;
    } | null;
    /** How far it is, by the label of its enumeration. */
    stage: string | null;
    /** Whom to speak to, with a title where one is known: `Naveen Rosales, Director of Transportation`. */
    person: string | null;
    /** Who the column of `columns.owner` names, several with semicolons between them. Never an e-mail address: `dev.patel@example.com` is `Dev Patel`. */
    owner: string | null;
  };
  /** Why the route has it, in English: `Match Score is 91 (rule: 60 or more)`. Null where the route's match would refuse it now: because the match was changed since, or because the signal is no longer hot. Its words may change. */
  reason: string | null;
  /** https addresses. `signal` and `buyer`: by the templates of `links` in signalpost.config.ts, null where it has none. `source`: the first https address in the row's columns, those that were cut among them. */
  links: {
    signal: string | null;
    buyer: string | null;
    source: string | null;
  };
  /** Present where something was cut. */
  truncated?: true;
}
/** The body of the POST, signed as Standard Webhooks 1.0.0 in the way of a digest (digest.schema.json): `webhook-id` is `data.digestId`, and the bytes never change. It says that nothing was sent since then and how much was read, so that silence means nothing new. Fields may be added: ignore what you do not know. */
export interface HeartbeatBody {
  type: 'heartbeat.created';
  /** The same as `data.until`. */
  timestamp: string;
  data: {
    version: 1;
    /** The idempotency key; the `webhook-id` header. */
    digestId: string;
    /** The route of signalpost.config.ts that this heartbeat belongs to. */
    routeId: string;
    /** When the route's last digest was created; null if it never had one. */
    since: string | null;
    /** When the heartbeat was created. */
    until: string;
    /** All of it in one sentence, in English and in the time zone of the route's heartbeat. Its words may change. */
    sentence: string;
    /** When the signals are sent that wait for the route's next time; null if none waits. */
    nextAt: string | null;
    /** How many buyers are watched. */
    buyers: number;
    /** How many of them have lists that can't be read. */
    unread: number;
    /** Each of the other lists was read since then. */
    readSince: string;
    /** Since when most lists could not be read, so that no news is known; null if they could. */
    awaySince: string | null;
    /** How many signals wait because of mutes. */
    muted: number;
    /** How many signals a flood rule holds until somebody resends them. */
    held: number;
  };
}
/** The body of the POST, signed as Standard Webhooks 1.0.0 in the way of a digest (digest.schema.json): `webhook-id` is `data.digestId`, and the bytes never change. Fields may be added: ignore what you do not know. It says what became of the hot signals that were delivered since the recap before. */
export interface RecapBody {
  type: 'recap.created';
  /** The same as `data.until`. */
  timestamp: string;
  data: {
    version: 1;
    /** The idempotency key; the `webhook-id` header. */
    digestId: string;
    /** The route of signalpost.config.ts that it belongs to. */
    routeId: string;
    /** The route's time that it belongs to. */
    until: string;
    /** All of it in a sentence or two, in English. Its words may change. */
    sentence: string;
    /** When the period begins; it ends with `until`. */
    since: string;
    counts: {
      /** Hot signals that were delivered in the period: the sum of the five below. */
      hot: number;
      /** Actioned, Attending or Sponsoring. */
      acted: number;
      /** Saved. */
      saved: number;
      /** NotInterested. */
      notInterested: number;
      /** New. */
      untouched: number;
      /** Could not be looked up. */
      unknown: number;
      /** Of the untouched, those that close within seven days. */
      closing: number;
      /** Of the untouched, those whose deadline has passed. */
      closed: number;
      /** Of the hot signals, those that a reader claimed in Slack. Absent if the route offers no `actions` and nobody used one. */
      claimed?: number;
      /** Likewise, those of which a reader said that they are not for them. */
      notForUs?: number;
    };
    /** What the untouched ones that are open are worth together; null where none names a sum, or where currencies differ. */
    worth: {
      amount: number;
      currency: string | null;
      /** How many of them name a sum. */
      named: number;
    } | null;
    /** The same of those that close within seven days. */
    closingWorth: {
      amount: number;
      currency: string | null;
      /** How many of them name a sum. */
      named: number;
    } | null;
    /** How many of the open ones each owner has, those without one last. Empty where the config declares no column for owners. */
    owners: {
      name: string | null;
      signals: number;
    }[];
    /**
     * Untouched signals, the first to close first: at most 10, and as many as fit `maxBytes` of the route.
     *
     * @maxItems 10
     */
    signals: {
      buyerId: string;
      bridgeId: string;
      /** With `bridgeId` it identifies the signal, as in a digest. */
      rowId: string;
      name: string;
      buyerName: string;
      /** By the row as it was looked up, as `facts.deadline` of a digest: `2026-12-01`; `2026-12-01T14:00`, where the row names no zone; or an instant in UTC. Null without one. */
      deadline: string | null;
      /** The instant at which that deadline ends. A day ends with the day in the route's time zone. */
      closesAt: string | null;
      /** The same in words. Its words may change. */
      due: string | null;
      /** What it is worth, in whole units, as `facts.money` of a digest. */
      worth: {
        amount: number;
        currency: string | null;
      } | null;
      /** What it is worth, in short. */
      money: string | null;
      /** As `facts.owner` of a digest; several with semicolons between them. */
      owner: string | null;
      /** Where the config's template leads, or else an address in the row. */
      link: string | null;
    }[];
  };
}
/** The body of the POST, signed as Standard Webhooks 1.0.0 in the way of a digest (digest.schema.json): `webhook-id` is `data.digestId`, and the bytes never change. Fields may be added: ignore what you do not know. It lists hot signals that were delivered, are still untouched, and close soon; and it counts those that could not be looked up. */
export interface ReminderBody {
  type: 'reminder.created';
  /** The same as `data.until`. */
  timestamp: string;
  data: {
    version: 1;
    /** The idempotency key; the `webhook-id` header. */
    digestId: string;
    /** The route of signalpost.config.ts that it belongs to. */
    routeId: string;
    /** The route's time that it belongs to. */
    until: string;
    /** All of it in a sentence or two, in English. Its words may change. */
    sentence: string;
    /** How many there are; `signals` lists at most 18 of them. */
    untouched: number;
    /** How many more could not be looked up: their rows may have been touched. */
    unknown: number;
    /**
     * Untouched signals, the first to close first: at most 18, and as many as fit `maxBytes` of the route.
     *
     * @maxItems 18
     */
    signals: {
      buyerId: string;
      bridgeId: string;
      /** With `bridgeId` it identifies the signal, as in a digest. */
      rowId: string;
      name: string;
      buyerName: string;
      /** By the row as it was looked up, as `facts.deadline` of a digest: `2026-12-01`; `2026-12-01T14:00`, where the row names no zone; or an instant in UTC. Null without one. */
      deadline: string | null;
      /** The instant at which that deadline ends. A day ends with the day in the route's time zone. */
      closesAt: string | null;
      /** The same in words. Its words may change. */
      due: string | null;
      /** What it is worth, in whole units, as `facts.money` of a digest. */
      worth: {
        amount: number;
        currency: string | null;
      } | null;
      /** What it is worth, in short. */
      money: string | null;
      /** As `facts.owner` of a digest; several with semicolons between them. */
      owner: string | null;
      /** Where the config's template leads, or else an address in the row. */
      link: string | null;
    }[];
  };
}
/** The body of the POST that `signalpost test ROUTE` sends, signed as Standard Webhooks 1.0.0 in the way of a digest (digest.schema.json). No signal is behind it: answer with a 2xx, and do nothing else. Fields may be added: ignore what you do not know. */
export interface TestBody {
  type: 'test';
  /** When it was sent. */
  timestamp: string;
  data: {
    version: 1;
    /** The `webhook-id` header. Another one for each test. */
    testId: string;
    /** The route of signalpost.config.ts that was tested. */
    routeId: string;
  };
}
