const ids = {
  digestId: 'msg_k3xq5yj7mdf2c6wz4hn5tb3r2e',
  buyerId: '3f2a9c1d-7c64-4f0b-9a55-7e3f1b2c0001',
  bridgeId: '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a001',
  rowId: '5a1f3e6e-2f0e-4a9f-8f2d-3f4b6a7c8d01',
} as const;
const { digestId, buyerId, bridgeId, rowId } = ids;
const [before, at] = ['2026-11-23T12:40:00.000Z', '2026-11-23T13:00:00.000Z'];
const name = 'RFP 479: Student Transportation';
const buyerName = 'Fort Worth ISD';
const owner = 'Dev Patel';
const link = 'https://app.example.com/rows/479';
const sources = [
  {
    entryId: rowId,
    entryName: name,
    triggerId: bridgeId,
    triggerType: 'RFP',
    triggerName: 'Tenders',
  },
];
const block = {
  intro: 'A sample summary.',
  sections: [{ title: 'Buses', text: 'They buy buses.', sources }],
};

/** A digest with every field of docs/digest.schema.json. A route's test shows it, so it says that it is a sample. */
export const exampleDigestBody = {
  type: 'digest.created',
  timestamp: before,
  data: {
    version: 1,
    digestId,
    digestGroupId: 'grp_q5yj7mdf2c6wz4hn5tb3r2ek3x',
    routeId: 'sales',
    slot: at,
    createdAt: at,
    part: 1,
    more: false,
    windowStart: before,
    windowEnd: before,
    totals: { signals: 1, hot: 1, buyers: 1, inQuietHours: 1 },
    buyers: [
      {
        buyerId,
        name: buyerName,
        score: 88,
        summary: {
          whatsRecent: block,
          theBiggerPicture: block,
          areasForDeeperDiscovery: block,
          score: 88,
          scoreReasoning: 'A sample.',
          generatedAt: before,
          truncated: true,
        },
        summaryStatus: 'ready',
        signals: [
          {
            bridgeId,
            bridgeName: 'Tenders',
            filterType: 'RFP',
            entityId: 'e-479',
            rowId,
            name: `Sample: ${name}`,
            hot: true,
            hotBecause: [
              { rule: 'column', name: 'Match Score', value: 96, atLeast: 90 },
              { rule: 'rank', rank: 1, of: 14 },
            ],
            hotUnknown: true,
            hotnessRank: 1,
            firstSeenAt: before,
            updatedAt: before,
            columns: { 'Match Score': 96, 'Due Date': '2026-12-01', 'Estimated Value': 1_250_000 },
            facts: {
              deadline: '2026-12-01',
              date: '2026-11-20',
              stage: 'Open',
              person: 'Naveen Rosales',
              owner,
              money: { amount: 1_250_000, currency: 'USD' },
            },
            reason: 'it is hot',
            links: { signal: link, buyer: link, source: link },
            truncated: true,
          },
        ],
      },
    ],
    unreadable: 0,
    held: 0,
    awaitingSummary: 0,
    muted: [{ kind: 'buyer', id: buyerId, name: buyerName, until: at, signals: 1 }],
    flood: { newSignals: 1, shown: 1 },
  },
} as const;

/** An alarm with every field of docs/alarm.schema.json. */
export const exampleAlarmBody = {
  type: 'alarm.raised',
  timestamp: at,
  data: {
    version: 1,
    stage: 'prod',
    alarm: 'digest-failed',
    heading: 'A digest failed for good',
    impact: 'A sample.',
    runbookUrl: link,
    since: at,
    figures: 'answered 400',
    routeId: 'sales',
    digestId,
    count: 1,
    state: 'ALARM',
  },
} as const;
