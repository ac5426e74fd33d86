import type { FrozenDigest } from '../../shared/domain/digests/delivery.ts';
import type { DigestContent } from '../../shared/domain/digests/digest.ts';
import type { DestinationSettings } from '../../shared/domain/routes/route.ts';
import type { MessagePlace } from '../lines/message.ts';
import type { ReportContent } from '../reports/report.ts';

/**
 * Bodies are JSON text whose bytes never change. A destination gets `plainBody` once it has refused the form of `body`;
 * absent: there is no other form.
 */
type Bodies = Pick<FrozenDigest, 'body' | 'plainBody'>;

/** The body if a template gave null: nothing is sent, and the digest counts as delivered. */
export const nothingToSend = 'null';

/** A renderer writes the digests of one kind of destination. It is pure: the same content gives the same bytes. */
export interface Renderer {
  /**
   * Cuts texts that every part would repeat or no part could hold, and says so. `place` is other than `whole` only where
   * the settings have threads. Throws `TemplateError` where the settings have a template.
   */
  render(content: DigestContent, place?: MessagePlace, to?: DestinationSettings): Bodies;
  /** Tells whether one message may be as large as `render` writes it. If not, the composer puts fewer signals into it. */
  fits(content: DigestContent, place?: MessagePlace, to?: DestinationSettings): boolean;
  /** Tells whether hot signals stand in the channel and the others in a thread. @default never */
  hasThreads?: ((to: DestinationSettings) => boolean) | undefined;
  /** Measures a digest's body beside the limits that it keeps. `of`: the unit, in the plural. */
  measure(
    body: string,
    to?: DestinationSettings,
  ): readonly { readonly of: string; readonly is: number; readonly most: number }[];
  /** Writes a digest as lines for a person. `plainBody`: the second form, where there is one. */
  formatBody(body: string, plainBody: string | undefined): string;
  /** Writes a report with as many of its signals as fit. Throws as `render` does. */
  renderReport(content: ReportContent, to?: DestinationSettings): Bodies;
}
