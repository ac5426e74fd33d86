import type { AlarmNotice } from '../../shared/domain/alerts/alarm.ts';
import type { AttemptOutcome } from '../../shared/domain/digests/attempt.ts';
import type { FrozenDigest, OutgoingDigest } from '../../shared/domain/digests/delivery.ts';
import type { DigestContent } from '../../shared/domain/digests/digest.ts';
import type { DestinationSettings, SecretReference } from '../../shared/domain/routes/route.ts';
import type { MessagePlace } from '../lines/message.ts';
import type { ReportContent } from '../reports/report.ts';
import type { PostAnswer } from './http-post.ts';

/**
 * Bodies are JSON text whose bytes never change. A destination gets `plainBody` once it has refused the form of `body`;
 * absent: there is no other form.
 */
type Bodies = Pick<FrozenDigest, 'body' | 'plainBody'>;

/** The body if a template gave null: nothing is sent, and the digest counts as delivered. */
export const nothingToSend = 'null';

/**
 * A kind of destination. Its methods are pure: the same settings, content and secrets give the same bytes. The
 * connection, the retries and the schedule are shared by all kinds.
 */
export interface Destination<Settings extends DestinationSettings> {
  /** The helper as a config in TypeScript calls it: `slack(secret('NAME'))`. */
  readonly written: string;
  /**
   * Cuts texts that every part would repeat or no part could hold, and says so. `place` is other than `whole` only where
   * the settings have threads. Throws `TemplateError` where the settings have a template.
   */
  render(content: DigestContent, place?: MessagePlace, to?: Settings): Bodies;
  /** Tells whether one message may be as large as `render` writes it. If not, the composer puts fewer signals into it. */
  fits(content: DigestContent, place?: MessagePlace, to?: Settings): boolean;
  /** Tells whether hot signals stand in the channel and the others in a thread. @default never */
  hasThreads?(to: Settings): boolean;
  /** Measures a digest's body beside the limits that it keeps. `of`: the unit, in the plural. */
  measure(
    body: string,
    to?: Settings,
  ): readonly { readonly of: string; readonly is: number; readonly most: number }[];
  /** Writes a digest as lines for a person. `plainBody`: the second form, where there is one. */
  formatBody(body: string, plainBody?: string): string;
  /** Writes a report with as many of its signals as fit. Throws as `render` does. */
  renderReport(content: ReportContent, to?: Settings): Bodies;
  /** Writes the message about a change of an alarm, as JSON text. Throws as `render` does. */
  renderAlarm(notice: AlarmNotice, to: Settings): string;
  /** Writes a sample that says that it is one, as JSON text, and mentions nobody. Throws as `render` does. */
  renderTest(notice: TestNotice, to: Settings): string;
  /** Names the place of its messages in a sentence. It gives only the host of an address: the path may be a secret. */
  formatPlace(to: Settings): string;
  addressOf(to: Settings, method?: OutgoingDigest['method']): string | SecretReference;
  secretsOf(to: Settings): readonly (SecretReference & { readonly form: SecretForm })[];
  /**
   * Gives the headers beside those of every kind. `timestamp` is that of this attempt, Unix time in seconds. Throws
   * `UnusableSecretError`.
   */
  headersFor(
    message: Pick<OutgoingDigest, 'digestId' | 'body'>,
    to: Settings,
    secrets: SecretValues,
    timestamp: number,
  ): Readonly<Record<string, string>>;
  /** Adds to the frozen body what the settings or a thread require. @default the frozen body */
  writeBody?(message: Pick<OutgoingDigest, 'body' | 'thread' | 'showsContacts'>, to: Settings): string;
  /** Reads a word of the destination's own; null where the status says all. @default null */
  judgeAnswer?(answer: PostAnswer, to: Settings): OwnWord | null;
  /** Names the posted message for replies to it; null where there are no threads. @default null */
  findThread?(answer: PostAnswer, to: Settings): string | null;
  readonly probe: Probe<Settings>;
}

export interface TestNotice {
  readonly id: string;
  readonly routeId: string;
  /** ISO 8601. */
  readonly at: string;
  /** The `data` of a sample digest, for a template. */
  readonly sample: Readonly<Record<string, unknown>>;
}

/** The form that the value of a secret must have. */
export interface SecretForm {
  /** `an incoming webhook of Slack` */
  readonly name: string;
  /**
   * Says why a value is not of this form, with the fix; null if it is. The sentence has no part of the value.
   * `permitLocal` permits plain http and loopback addresses.
   */
  findProblem(value: string, permitLocal: boolean): string | null;
}

/** Secrets by their names, without the white space that a file or a paste leaves around them. */
export type SecretValues = ReadonlyMap<string, string>;

export interface OwnWord {
  /** A code word is all that may leave a body: anything longer could carry what was sent, or a secret. */
  readonly word: string;
  /**
   * `gone`: the destination wants no more until somebody fixes something. `form-refused`: it never takes this message in
   * this form. `refused`: it never takes this message. `thread-refused`: it takes the message as no reply. `retry`: it
   * did not take the message now, whatever the status. `may-have-happened`: it can't say whether it took the message.
   * null: the status decides, and the word only explains.
   */
  readonly means:
    | 'gone'
    | 'form-refused'
    | 'refused'
    | 'thread-refused'
    | 'retry'
    | 'may-have-happened'
    | null;
}

/** A probe is one harmless request which shows that a destination lives. No reader sees anything of it. */
export interface Probe<Settings extends DestinationSettings> {
  /** Throws `UnusableSecretError`. */
  requestFor(
    to: Settings,
    secrets: SecretValues,
  ): {
    readonly method: 'POST' | 'OPTIONS';
    readonly body: string;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    /** @default where its messages go */
    readonly url?: string | undefined;
  };
  /** `fixSecret` returns how to set a secret, by its name. */
  judge(to: Settings, answer: PostAnswer, fixSecret: (name: string) => string): ProbeFinding;
}

export type ProbeFinding =
  | { readonly state: 'ok'; readonly found: string }
  | { readonly state: 'warning' | 'failed'; readonly found: string; readonly fix: string };

export const ok = (found: string): ProbeFinding => ({ state: 'ok', found });
export const failed = (found: string, fix: string): ProbeFinding => ({ state: 'failed', found, fix });

/** Makes one attempt to deliver frozen bytes, or to change them there. It throws only on a programmer's error. */
export interface Sender {
  send(message: OutgoingDigest): Promise<AttemptOutcome>;
}
