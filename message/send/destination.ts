import type { AlarmNotice } from '../../shared/domain/alerts/alarm.ts';
import type { AttemptOutcome } from '../../shared/domain/digests/attempt.ts';
import type { OutgoingDigest } from '../../shared/domain/digests/delivery.ts';
import type { DestinationSettings, SecretReference } from '../../shared/domain/routes/route.ts';
import type { PostAnswer } from './http-post.ts';
import type { Renderer } from './renderer.ts';

/**
 * All that is particular to one kind of destination. Its methods are pure: the same settings, content and secrets give
 * the same bytes. What all kinds share (the connection, the retries, the schedule) knows none of them.
 */
export interface Destination<Settings extends DestinationSettings> {
  /** How a config in TypeScript names one: `slack(secret('NAME'))`. */
  readonly written: string;
  readonly renderer: Renderer;
  /** The body of the message that tells a change of an alarm, as JSON text. Throws as its renderer does. */
  renderAlarm(notice: AlarmNotice, to: Settings): string;
  /** The body of a sample that says that it is one, as JSON text. Nobody is mentioned in it. Throws as its renderer does. */
  renderTest(notice: TestNotice, to: Settings): string;
  /** Where its messages go, in a sentence. Of an address it names the host only: the path may be a secret. */
  tellPlace(to: Settings): string;
  /** Where its messages go, or the secret that says it. */
  addressOf(to: Settings, method?: OutgoingDigest['method']): string | SecretReference;
  /** Every secret that its settings name, that of the address among them. */
  secretsOf(to: Settings): readonly (SecretReference & { readonly form: SecretForm })[];
  /**
   * What a message carries beside the headers of every kind. `timestamp` is that of this attempt, Unix time in seconds.
   * Throws `UnusableSecretError`.
   */
  headersFor(
    message: Pick<OutgoingDigest, 'digestId' | 'body'>,
    to: Settings,
    secrets: SecretValues,
    timestamp: number,
  ): Readonly<Record<string, string>>;
  /** What leaves: the frozen body, and what the settings or a thread add to it. @default the frozen body */
  writeBody?(message: Pick<OutgoingDigest, 'body' | 'thread' | 'showsContacts'>, to: Settings): string;
  /** What an answer says in words of its own, or null where the status says all. @default null */
  judgeAnswer?(answer: PostAnswer, to: Settings): OwnWord | null;
  /** By what a reply to the message names it that this answer says was posted; null where there are no threads. @default null */
  findThread?(answer: PostAnswer, to: Settings): string | null;
  readonly probe: Probe<Settings>;
}

/** A sample that an operator sends to see whether a route's messages arrive. */
export interface TestNotice {
  readonly id: string;
  readonly routeId: string;
  /** ISO 8601. */
  readonly at: string;
  /** The `data` of a digest that says that it is a sample, for what a template writes. */
  readonly sample: Readonly<Record<string, unknown>>;
}

/** What a secret is read as, and so what it must look like. */
export interface SecretForm {
  /** `an incoming webhook of Slack` */
  readonly name: string;
  /**
   * What keeps a value from being one, with the fix, or null: a sentence without the value or any part of it.
   * `permitLocal` permits plain http and loopback addresses.
   */
  findProblem(value: string, permitLocal: boolean): string | null;
}

/** Secrets by their names, without the white space that a file or a paste leaves around them. */
export type SecretValues = ReadonlyMap<string, string>;

/** A word of the destination's own for what became of a message. */
export interface OwnWord {
  /** A code word is all that may leave a body: anything longer could carry what was sent, or a secret. */
  readonly word: string;
  /**
   * `gone`: it wants no more until somebody fixes something. `form-refused`: it will never take this message in this
   * form. `refused`: it will never take it. `thread-refused`: it takes it as no reply. `retry`: it did not take it now, whatever the status.
   * `may-have-happened`: the same, and it can't say whether it took it. null: the status says what becomes of it, and
   * the word only why.
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

/** One harmless request which shows that a destination lives. No reader sees anything of it. */
export interface Probe<Settings extends DestinationSettings> {
  /** Throws `UnusableSecretError`. */
  requestFor(to: Settings, secrets: SecretValues): ProbeRequest;
  /** `fixSecret` returns how to set a secret, by its name. */
  judge(to: Settings, answer: PostAnswer, fixSecret: (name: string) => string): ProbeFinding;
}

export interface ProbeRequest {
  readonly method: 'POST' | 'OPTIONS';
  readonly body: string;
  /** Beside those of every probe. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** @default where its messages go */
  readonly url?: string | undefined;
}

export type ProbeFinding =
  | { readonly state: 'ok'; readonly found: string }
  | { readonly state: 'warning' | 'failed'; readonly found: string; readonly fix: string };

export const ok = (found: string): ProbeFinding => ({ state: 'ok', found });
export const failed = (found: string, fix: string): ProbeFinding => ({ state: 'failed', found, fix });

/** One attempt to deliver frozen bytes, or to change them there. Answers with an outcome; throws only on a programmer's error. */
export interface Sender {
  send(message: OutgoingDigest): Promise<AttemptOutcome>;
}
