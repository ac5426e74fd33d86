import {
  type BridgePlan,
  type ColumnPlan,
  column,
  money,
  number,
  page,
  signalDay,
  someOf,
  webAgent,
  yesOrNo,
} from './column-plan.ts';
import { buyerColumn, crmPush, introEmail, matchScore } from './common-columns.ts';
import { emailAddress, personName, phoneNumber } from './words.ts';

/** Bridges about people, and about buyers as we know them. */

const posts = [
  'Superintendent',
  'Chief Information Officer',
  'City Manager',
  'Director of Facilities',
  'Purchasing Manager',
  'Finance Director',
];
const interests = ['Procurement', 'Safety', 'Energy', 'Data privacy'];

const email: ColumnPlan = column('email', 'Email', 'At work', ({ name, buyer }) =>
  emailAddress(name.split(/[,:]/)[0] ?? name, buyer),
);
const phone: ColumnPlan = column('phone', 'Phone', 'At work', ({ draw }) =>
  draw.chance(0.2) ? null : phoneNumber(draw),
);
const post: ColumnPlan = column('text', 'Post', 'What the person does there', ({ draw, name }) => {
  const drawn = draw.pick(posts);
  // A job change has its post in its name.
  return posts.find((known) => name.endsWith(`, new ${known}`)) ?? drawn;
});

export const jobChanges: BridgePlan = {
  filterType: 'JobChange',
  name: 'Job changes',
  entityType: 'Contact',
  rowName: (draw) => `${personName(draw)}, new ${draw.pick(posts)}`,
  columns: [
    buyerColumn,
    post,
    email,
    signalDay('Started On', 'First day in the new post'),
    yesOrNo('From Outside', 'Whether the person came from another employer', 0.6),
    page('Profile', 'Public profile', 'staff'),
    webAgent('Background', 'What did this person buy in earlier posts?', [
      'Bought a new finance system in the last post; now at %.',
      'Nothing found from before %.',
    ]),
    introEmail,
    matchScore,
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
    post,
    email,
    phone,
    someOf('Interests', 'What the person speaks about in public', interests),
    crmPush,
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
    money('Budget', 'A year', [2, 900, 250_000]),
    number('Staff', 'People employed', 12, 4_000),
    column(
      'obj',
      'Seats',
      'Where it sits',
      ({ buyer }) => (buyer ? { city: buyer.place, state: buyer.state } : null),
      { outputFields: { city: 'City', state: 'State, two letters' } },
    ),
    column('url', 'Web Site', 'Its own', ({ buyer }) => (buyer ? `https://www.${buyer.host}/` : null)),
    matchScore,
  ],
};

function sequence(filterType: string, name: string, entityType: string, what: string): BridgePlan {
  const step = number('Sequence Step', 'How far the sequence has come', 1, 6);
  return {
    filterType,
    name,
    entityType,
    rowName: (draw) => `${personName(draw)}: ${what}`,
    columns: [buyerColumn, email, step, matchScore],
  };
}

export const sequences: readonly BridgePlan[] = [
  sequence('SequenceBuyer', 'Buyer sequence', 'Buyer', 'buyer outreach'),
  sequence('SequenceContact', 'Contact sequence', 'Contact', 'contact outreach'),
  sequence('SequenceJobChange', 'Job change sequence', 'Contact', 'welcome'),
];
