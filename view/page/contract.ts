import type { LiveView } from './live-view.ts';
import type { listBuyers, readBuyer } from './pages/buyers.ts';
import type { listDigestPage, readDigest } from './pages/digests.ts';
import type { readNow } from './pages/now.ts';
import type { readPreview } from './pages/preview.ts';
import type { searchAll } from './pages/search.ts';
import type { describeSettings } from './pages/settings.ts';
import type { readUpstream } from './pages/upstream.ts';

/**
 * The JSON between the page's server and its browser side: what the pages return. Times are milliseconds since the epoch.
 * Never contains a secret: all of it is sent to the browser.
 */
export interface PageInfo {
  /** `state .signalpost`, or `stage prod`. */
  readonly place: string;
  /** Whether the page can resend, pause and mute; not over a stage. */
  readonly acts: boolean;
  /** Whether a pipeline runs in the page's own process, and its activity is shown. */
  readonly live: boolean;
  readonly routes: readonly string[];
}

type Answer<Page extends (...given: never[]) => unknown> = NonNullable<Awaited<ReturnType<Page>>>;

export type Now = Answer<typeof readNow>;
export type RouteNow = Now['routes'][number];
export type ShownMute = Now['mutes'][number];
export type Day = Now['days'][number];
export type DigestList = Answer<typeof listDigestPage>;
export type DigestLine = DigestList['digests'][number];
export type Digest = Answer<typeof readDigest>;
export type BuyerList = Answer<typeof listBuyers>;
export type Buyer = Answer<typeof readBuyer>;
export type BuyerSignal = Buyer['signals'][number];
export type Preview = Answer<typeof readPreview>;
export type PreviewedSignals = Pick<Preview['goes'], 'found'> & {
  readonly signals: readonly (Omit<Digest['members'][number], 'chosen' | 'signalId'> &
    Partial<Digest['members'][number]>)[];
};
export type Search = Answer<typeof searchAll>;
export type Upstream = Answer<typeof readUpstream>;
export type Settings = Answer<typeof describeSettings>;
/** The content of one server-sent event: all that changed since the reader last read. */
export type Changes = Answer<ReturnType<LiveView['openReader']>>;
export type FeedLine = Changes['lines'][number];
