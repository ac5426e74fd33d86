import type { FrozenDigest } from '../../shared/domain/digests/delivery.ts';
import type { DigestContent } from '../../shared/domain/digests/digest.ts';
import type { DestinationSettings } from '../../shared/domain/routes/route.ts';
import type { MessagePlace } from '../lines/message.ts';
import type { ReportContent } from '../reports/report.ts';

/**
 * The exact request body, as JSON text, and the one to send instead once the destination has refused the form of the first:
 * each has bytes that never change. Absent: there is no other form.
 */
type Bodies = Pick<FrozenDigest, 'body' | 'plainBody'>;

/** The body of what is not sent: a template gave null. Its digest counts as delivered. */
export const nothingToSend = 'null';

/** How a kind of destination writes a digest. Pure: the same content gives the same bytes. */
export interface Renderer {
  /**
   * Cuts what would be repeated in every part, or what no part could hold, and says that it did. `place` is another than
   * `whole` only where the settings have threads. Throws `TemplateError` where the settings have a template.
   */
  render(content: DigestContent, place?: MessagePlace, to?: DestinationSettings): Bodies;
  /**
   * Whether one message may be as large as what `render` writes of it. If not, the composer puts fewer signals into it.
   * `to`: the settings, which may permit more than is usual.
   */
  fits(content: DigestContent, place?: MessagePlace, to?: DestinationSettings): boolean;
  /** Whether a digest is a message in a channel with its hot signals, and a thread with the others. @default never */
  hasThreads?: ((to: DestinationSettings) => boolean) | undefined;
  /** The sizes of a digest's body beside the limits that it keeps. `of`: what is counted, in the plural. */
  measure(
    body: string,
    to?: DestinationSettings,
  ): readonly { readonly of: string; readonly is: number; readonly most: number }[];
  /** What a person reads of a digest, as lines. `plainBody`: the second form, where there is one. */
  tellBody(body: string, plainBody: string | undefined): string;
  /** A report with as many of its signals as fit. Throws as `render` does. */
  renderReport(content: ReportContent, to?: DestinationSettings): Bodies;
}
