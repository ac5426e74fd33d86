import type { BridgePlan, ColumnPlan } from './column-plan.ts';
import {
  buyerColumn,
  crmPushColumn,
  introEmailColumn,
  matchScoreColumn,
  webAgentColumn,
} from './common-columns.ts';
import { dayOf, emailAddress, pageUrl, personName, phoneNumber, someOf } from './words.ts';

const posts = [
  'Superintendent',
  'Chief Information Officer',
  'City Manager',
  'Director of Facilities',
  'Purchasing Manager',
  'Finance Director',
];

const emailColumn: ColumnPlan = {
  name: 'Email',
  format: 'email',
  description: 'At work',
  fill: ({ name, buyer }) => emailAddress(name.split(/[,:]/)[0] ?? name, buyer),
};
const phoneColumn: ColumnPlan = {
  name: 'Phone',
  format: 'phone',
  description: 'At work',
  fill: ({ draw }) => (draw.chance(0.2) ? null : phoneNumber(draw)),
};
const postColumn: ColumnPlan = {
  name: 'Post',
  format: 'text',
  description: 'What the person does there',
  fill: ({ draw, name }) => {
    const drawn = draw.pick(posts);
    // A job change has its post in its name.
    return posts.find((post) => name.endsWith(`, new ${post}`)) ?? drawn;
  },
};
const stepColumn: ColumnPlan = {
  name: 'Sequence Step',
  format: 'number',
  description: 'How far the sequence has come',
  fill: ({ draw }) => draw.between(1, 6),
};

export const jobChanges: BridgePlan = {
  filterType: 'JobChange',
  name: 'Job changes',
  entityType: 'Contact',
  rowName: (draw) => `${personName(draw)}, new ${draw.pick(posts)}`,
  columns: [
    buyerColumn,
    postColumn,
    emailColumn,
    {
      name: 'Started On',
      format: 'date',
      description: 'First day in the new post',
      fill: ({ signalDate }) => dayOf(signalDate),
    },
    {
      name: 'From Outside',
      format: 'boolean',
      description: 'Whether the person came from another employer',
      fill: ({ draw }) => draw.chance(0.6),
    },
    { name: 'Profile', format: 'url', description: 'Public profile', fill: (row) => pageUrl(row, 'staff') },
    webAgentColumn('Background', 'What did this person buy in earlier posts?', [
      'Bought a new finance system in the last post; now at %.',
      'Nothing found from before %.',
    ]),
    introEmailColumn,
    matchScoreColumn,
  ],
};

/** The bridge without a Match Score: a column that some bridges lack must not cause an error. */
export const contacts: BridgePlan = {
  filterType: 'Contact',
  name: 'Contacts',
  entityType: 'Contact',
  rowName: (draw) => personName(draw),
  columns: [
    buyerColumn,
    postColumn,
    emailColumn,
    phoneColumn,
    {
      name: 'Interests',
      format: 'list',
      description: 'What the person speaks about in public',
      fill: ({ draw }) => someOf(draw, ['Procurement', 'Safety', 'Energy', 'Data privacy'], 3),
    },
    crmPushColumn,
  ],
};

export const buyerProfiles: BridgePlan = {
  filterType: 'Buyer',
  name: 'Buyer profiles',
  entityType: 'Buyer',
  rowName: (draw, buyer) =>
    `${buyer?.name ?? 'Unnamed'}: ${draw.pick(['new fiscal year', 'new budget', 'growth'])}`,
  columns: [
    buyerColumn,
    {
      name: 'Budget',
      format: 'currencyUnit',
      description: 'A year',
      fill: ({ draw }) => draw.between(2, 900) * 250_000,
    },
    {
      name: 'Staff',
      format: 'number',
      description: 'People employed',
      fill: ({ draw }) => draw.between(12, 4_000),
    },
    {
      name: 'Seats',
      format: 'obj',
      description: 'Where it sits',
      outputFields: [
        { name: 'city', description: 'City' },
        { name: 'state', description: 'State, two letters' },
      ],
      fill: ({ buyer }) => (buyer ? { city: buyer.place, state: buyer.state } : null),
    },
    {
      name: 'Web Site',
      format: 'url',
      description: 'Its own',
      fill: ({ buyer }) => (buyer ? `https://www.${buyer.host}/` : null),
    },
    matchScoreColumn,
  ],
};

function sequence(filterType: string, name: string, entityType: string, what: string): BridgePlan {
  return {
    filterType,
    name,
    entityType,
    rowName: (draw) => `${personName(draw)}: ${what}`,
    columns: [buyerColumn, emailColumn, stepColumn, matchScoreColumn],
  };
}

export const sequenceBuyers = sequence('SequenceBuyer', 'Buyer sequence', 'Buyer', 'buyer outreach');
export const sequenceContacts = sequence(
  'SequenceContact',
  'Contact sequence',
  'Contact',
  'contact outreach',
);
export const sequenceJobChanges = sequence('SequenceJobChange', 'Job change sequence', 'Contact', 'welcome');
