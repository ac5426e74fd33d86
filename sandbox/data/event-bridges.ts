import type { BridgePlan } from './column-plan.ts';
import {
  accountOwnerColumn,
  buyerColumn,
  decisionMakersColumn,
  matchScoreColumn,
  referenceColumn,
  webAgentColumn,
} from './common-columns.ts';
import { dayAfterSignal, dayOf, eveningAfterSignal, pageUrl, someOf } from './words.ts';

const topics = [
  'Bond measure',
  'Enrollment decline',
  'Cybersecurity insurance',
  'Bell schedule',
  'Fleet electrification',
  'Stormwater fees',
  'Curriculum adoption',
  'Facility master plan',
];
const bodies = ['Regular Board Meeting', 'Budget Workshop', 'Facilities Committee', 'Council Study Session'];

export const boardMeetings: BridgePlan = {
  filterType: 'Meeting',
  name: 'Board meetings',
  entityType: 'Buyer',
  sharesProjects: true,
  rowName: (draw) => `${draw.pick(bodies)}: ${draw.pick(topics)}`,
  columns: [
    buyerColumn,
    {
      name: 'Held On',
      format: 'date',
      description: 'Day of the meeting',
      fill: ({ signalDate }) => dayOf(signalDate),
    },
    { name: 'Minutes', format: 'url', description: 'The minutes', fill: (row) => pageUrl(row, 'minutes') },
    {
      name: 'Topics',
      format: 'list',
      description: 'What was spoken about',
      fill: ({ draw }) => someOf(draw, topics, 3),
    },
    {
      name: 'Body',
      format: 'enumeration',
      description: 'Who met',
      choices: ['Board', 'Council', 'Committee'],
      fill: ({ draw }) => draw.pick(['Board', 'Council', 'Committee']),
    },
    {
      name: 'Votes',
      format: 'obj',
      description: 'The count of the main vote',
      outputFields: [
        { name: 'ayes', description: 'Votes for' },
        { name: 'nays', description: 'Votes against' },
      ],
      fill: ({ draw }) => ({ ayes: draw.between(3, 7), nays: draw.between(0, 4) }),
    },
    webAgentColumn('Why It Matters', 'In one sentence: what does this meeting mean for a seller?', [
      '% will look for offers before the next fiscal year.',
      '% set money aside, but named no project yet.',
      '% asked its staff for a comparison of vendors.',
    ]),
    referenceColumn('Open Tenders', -1, ['Managed Print Services', 'Security Camera Installation']),
    decisionMakersColumn,
    {
      name: 'Next Meeting',
      format: 'date',
      description: 'When it meets again',
      fill: eveningAfterSignal,
    },
    accountOwnerColumn,
    matchScoreColumn,
  ],
};

export const conferences: BridgePlan = {
  filterType: 'Conference',
  name: 'Conferences',
  entityType: null,
  rowName: (draw) =>
    `${draw.pick(['Public Purchasing', 'School Business', 'Municipal Technology', 'Transit Futures'])} ${draw.pick(['Summit', 'Forum', 'Expo'])} ${draw.between(2026, 2027)}`,
  columns: [
    buyerColumn,
    {
      name: 'Starts On',
      format: 'date',
      description: 'First day',
      fill: (row) => dayAfterSignal(row, 20, 200),
    },
    {
      name: 'Attendees',
      format: 'number',
      description: 'Expected number',
      fill: ({ draw }) => draw.between(4, 300) * 10,
    },
    {
      name: 'Booth Fee',
      format: 'currencyUnit',
      description: 'For the smallest booth',
      currency: 'EUR',
      fill: ({ draw }) => draw.between(2, 40) * 250,
    },
    { name: 'Web Site', format: 'url', description: 'Of the event', fill: (row) => pageUrl(row, 'events') },
    {
      name: 'Online',
      format: 'boolean',
      description: 'Whether it can be attended online',
      fill: ({ draw }) => draw.chance(0.4),
    },
    matchScoreColumn,
  ],
};

const news: readonly (readonly [what: string, about: readonly string[]])[] = [
  ['Grant awarded', ['Fleet electrification', 'Broadband', 'School safety', 'Energy retrofit']],
  ['Levy passed', ['Stormwater fees', 'School buildings', 'Road repair', 'Library hours']],
  ['Audit finding', ['Cybersecurity insurance', 'Late invoices', 'Vendor contracts', 'Payroll controls']],
  ['Merger talks', ['Shared dispatch', 'Joint purchasing', 'Regional transit', 'Shared data center']],
];

export const newsSignals: BridgePlan = {
  filterType: 'Signal',
  name: 'News signals',
  entityType: 'Buyer',
  rowName: (draw) => {
    const [what, about] = draw.pick(news);
    return `${what}: ${draw.pick(about)}`;
  },
  columns: [
    buyerColumn,
    { name: 'Article', format: 'url', description: 'The source', fill: (row) => pageUrl(row, 'news') },
    {
      name: 'Published On',
      format: 'date',
      description: 'Day of the article',
      fill: ({ signalDate }) => dayOf(signalDate),
    },
    {
      name: 'Tone',
      format: 'enumeration',
      description: 'How it reads',
      choices: ['positive', 'neutral', 'negative'],
      fill: ({ draw }) => draw.pick(['positive', 'neutral', 'negative']),
    },
    webAgentColumn('Gist', 'Sum the article up in one sentence.', [
      '% has money to spend this year.',
      '% must fix what the auditors found.',
      '% is looking for partners.',
    ]),
    accountOwnerColumn,
    matchScoreColumn,
  ],
};
