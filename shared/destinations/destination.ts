import type { AttemptOutcome } from '../domain/digests/attempt.ts';
import type { OutgoingDigest } from '../domain/digests/delivery.ts';
import type { DigestContent } from '../domain/digests/digest.ts';
import type { HeartbeatContent } from '../domain/digests/heartbeat.ts';

/** How a kind of destination writes a digest. Pure: the same content gives the same bytes. */
export interface Renderer {
  /**
   * The exact request body, as JSON text. Cuts what would be repeated in every part, or what no part could hold, and
   * says that it did.
   */
  render(content: DigestContent): string;
  /** Whether one message may be this large; the composer puts fewer signals into a part until it fits. */
  fits(body: string): boolean;
  /**
   * The body to send instead once the destination has refused the form of the first. Frozen beside it, so that
   * each of the two has bytes that never change. Absent: there is no other form.
   */
  renderPlain?(content: DigestContent): string;
  /** A heartbeat's body, and its second form where a digest has one. It always fits. */
  renderHeartbeat(content: HeartbeatContent): string;
  renderHeartbeatPlain?(content: HeartbeatContent): string;
}

/** One attempt to deliver frozen bytes. Answers with an outcome; throws only on a programmer's error. */
export interface Sender {
  send(message: OutgoingDigest): Promise<AttemptOutcome>;
}
