import type { DeclaredColumns } from '../../../shared/domain/cells/meanings.ts';
import type {
  DigestBuyer,
  DigestContent,
  DigestSignal,
  DigestView,
} from '../../../shared/domain/digests/digest.ts';
import type { BuyerSummary } from '../../../shared/domain/signals/summary.ts';

export function exampleSignal(over: Partial<DigestSignal> = {}): DigestSignal {
  return {
    bridgeId: '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a001',
    bridgeName: 'Tenders',
    filterType: 'RFP',
    entityId: null,
    rowId: '5a1f3e6e-2f0e-4a9f-8f2d-3f4b6a7c8d01',
    name: 'Roof repair for two schools',
    hot: false,
    hotBecause: [],
    hotnessRank: null,
    firstSeenAt: '2026-11-21T07:30:00.000Z',
    updatedAt: '2026-11-20T22:00:00Z',
    columns: { 'Match Score': 91, 'Due date': '2026-12-01', Budget: 120_000 },
    ...over,
  };
}

export function exampleSummary(over: Partial<BuyerSummary> = {}): BuyerSummary {
  return {
    whatsRecent: {
      intro: 'The board approved a bond for school roofs.',
      sections: [
        {
          title: 'Bond',
          text: 'Voters approved 40 million dollars.',
          sources: [
            {
              entryId: '5a1f3e6e-2f0e-4a9f-8f2d-3f4b6a7c8d01',
              entryName: 'Board meeting',
              triggerId: '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a001',
              triggerType: 'Meeting',
              triggerName: 'Board meetings',
            },
          ],
        },
      ],
    },
    theBiggerPicture: null,
    areasForDeeperDiscovery: { intro: null, sections: [] },
    score: 82,
    scoreReasoning: 'Two tenders within a month.',
    generatedAt: '2026-11-21T07:00:00Z',
    ...over,
  };
}

/** Three blocks of four sections with 600 characters and five sources each: 22 kB, most of it sources. */
export function largeSummary(letter = 't'): BuyerSummary {
  const source = {
    entryId: '5a1f3e6e-2f0e-4a9f-8f2d-3f4b6a7c8d01',
    entryName: 'Board meeting: the bond for school roofs',
    triggerId: '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a001',
    triggerType: 'Meeting',
    triggerName: 'Board meetings and agendas',
  };
  const section = {
    title: 'Roofs',
    text: letter.repeat(600),
    sources: Array.from({ length: 5 }, () => source),
  };
  const block = { intro: letter.repeat(200), sections: Array.from({ length: 4 }, () => section) };
  return exampleSummary({ whatsRecent: block, theBiggerPicture: block, areasForDeeperDiscovery: block });
}

export function exampleBuyer(over: Partial<DigestBuyer> = {}): DigestBuyer {
  return {
    buyerId: '3f2a9c1d-7c64-4f0b-9a55-7e3f1b2c0001',
    name: 'Springfield School District',
    score: 82,
    summary: null,
    summaryStatus: 'none',
    signals: [exampleSignal()],
    ...over,
  };
}

/** A digest of one buyer with one signal. */
export function exampleDigest(over: Partial<DigestContent> = {}): DigestContent {
  return {
    digestId: 'msg_k3xq5yj7mdf2c6wz4hn5tb3r2e7ao6pl',
    digestGroupId: 'grp_k3xq5yj7mdf2c6wz4hn5tb3r2e',
    routeId: 'sales',
    part: 1,
    more: false,
    windowStart: '2026-11-21T07:30:00.000Z',
    windowEnd: '2026-11-21T07:30:00.000Z',
    buyers: [exampleBuyer()],
    unreadable: 0,
    held: 0,
    awaitingSummary: 0,
    muted: [],
    totals: { signals: 1, hot: 0, buyers: 1 },
    view: exampleView(),
    ...over,
  };
}

export function exampleView(over: Partial<DigestView> = {}): DigestView {
  return {
    createdAt: '2026-11-21T08:00:00.000Z',
    timezone: 'America/New_York',
    nextAt: null,
    show: [],
    links: {},
    mention: null,
    columns: new Map(),
    meanings: exampleMeanings,
    ...over,
  };
}

/** What a config might declare. */
export const exampleMeanings: DeclaredColumns = {
  deadline: ['Due Date', 'Due date', 'Due'],
  date: ['Held On', 'Next Meeting'],
  money: ['Estimated Value', 'Value', 'Budget'],
  person: ['Decision Maker', 'Decision Makers'],
  post: 'Post',
  owner: ['Account Owner', 'Owner'],
  stage: 'Status',
  why: ['Why It Matters', 'Gist'],
};

export const exampleLinks = {
  signal: 'https://app.example.com/bridges/{bridgeId}/rows/{rowId}',
  buyer: 'https://app.example.com/buyers/{buyerId}',
};
