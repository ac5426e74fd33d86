import { bidNotices } from './bid-notices.ts';
import {
  accountOwner,
  type BridgePlan,
  column,
  day,
  decisionMakers,
  email,
  money,
  number,
  page,
  someOf,
  webAgent,
} from './columns.ts';
import { tenders } from './tenders.ts';
import { dayOf, meetings, personName, phoneNumber, works } from './words.ts';

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
const organizers = ['Public Purchasing', 'School Business', 'Municipal Technology', 'Transit Futures'];
const posts = [
  'Superintendent',
  'Chief Information Officer',
  'City Manager',
  'Director of Facilities',
  'Purchasing Manager',
  'Finance Director',
];

const boardMeetings: BridgePlan = {
  filterType: 'Meeting',
  name: 'Board meetings',
  entityType: 'Buyer',
  sharesProjects: true,
  rowName: (draw) => `${draw.pick(meetings)}: ${draw.pick(topics)}`,
  columns: [
    day('Held On', 'Day of the meeting'),
    page('Minutes', 'The minutes', 'minutes'),
    someOf('Topics', 'What was spoken about', topics),
    webAgent('Why It Matters', 'In one sentence: what does this meeting mean for a seller?', [
      '% will look for offers before the next fiscal year.',
      '% set money aside, but named no project yet.',
      '% asked its staff for a comparison of vendors.',
    ]),
    decisionMakers,
    // The time is an evening in America: in UTC it is the next day already.
    column('date', 'Next Meeting', 'When it meets again', ({ draw, signalDate }) => {
      const date = dayOf(signalDate, draw.between(3, 20));
      return `${date}T0${draw.between(0, 3)}:${draw.pick(['00', '30'])}:00Z`;
    }),
    accountOwner,
  ],
};

const contractEnds: BridgePlan = {
  filterType: 'Purchase',
  name: 'Contract ends',
  entityType: 'Opportunity',
  rowName: (draw) => `${draw.pick(works)} contract ends`,
  columns: [
    day('Expires On', 'Last day of the contract', 30, 300),
    money('Annual Value', 'Paid a year', [8, 600, 1_000]),
    webAgent('Renewal Outlook', 'Will the buyer renew or put it out to tender?', [
      '% has announced a new tender.',
      '% renewed twice before.',
      'Nothing published by % so far.',
    ]),
    accountOwner,
  ],
};

const post = column('text', 'Post', 'What the person does there', ({ draw, name }) => {
  const drawn = draw.pick(posts);
  // A job change has its post in its name.
  return posts.find((known) => name.endsWith(`, new ${known}`)) ?? drawn;
});

const jobChanges: BridgePlan = {
  filterType: 'JobChange',
  name: 'Job changes',
  entityType: 'Contact',
  rowName: (draw) => `${personName(draw)}, new ${draw.pick(posts)}`,
  columns: [
    post,
    email,
    day('Started On', 'First day in the new post'),
    page('Profile', 'Public profile', 'staff'),
    webAgent('Background', 'What did this person buy in earlier posts?', [
      'Bought a new finance system in the last post; now at %.',
      'Nothing found from before %.',
    ]),
  ],
};

const conferences: BridgePlan = {
  filterType: 'Conference',
  name: 'Conferences',
  entityType: null,
  rowName: (draw) =>
    `${draw.pick(organizers)} ${draw.pick(['Summit', 'Forum', 'Expo'])} ${draw.between(2026, 2027)}`,
  columns: [
    day('Starts On', 'First day', 20, 200),
    number('Attendees', 'Expected number', 40, 3_000),
    money('Booth Fee', 'For the smallest booth', [2, 40, 250], 'EUR'),
  ],
};

/** Contacts have no Match Score: a column that some bridges lack must not cause an error. */
const contacts: BridgePlan = {
  filterType: 'Contact',
  name: 'Contacts',
  isUnscored: true,
  entityType: 'Contact',
  rowName: (draw) => personName(draw),
  columns: [
    post,
    email,
    column('phone', 'Phone', 'At work', ({ draw }) => (draw.chance(0.2) ? null : phoneNumber(draw))),
  ],
};

const buyerProfiles: BridgePlan = {
  filterType: 'Buyer',
  name: 'Buyer profiles',
  entityType: 'Buyer',
  rowName: (draw, buyer) =>
    `${buyer?.name ?? 'Unnamed'}: ${draw.pick(['new fiscal year', 'new budget', 'growth'])}`,
  columns: [money('Budget', 'A year', [2, 900, 250_000]), number('Staff', 'People employed', 12, 4_000)],
};

const newsSignals: BridgePlan = {
  filterType: 'Signal',
  name: 'News signals',
  entityType: 'Buyer',
  rowName: (draw) => `${draw.pick(['Grant awarded', 'Levy passed', 'Pilot announced'])}: ${draw.pick(works)}`,
  columns: [
    page('Article', 'The source', 'news'),
    day('Published On', 'Day of the article'),
    webAgent('Gist', 'Sum the article up in one sentence.', [
      '% has money to spend this year.',
      '% must fix what the auditors found.',
      '% is looking for partners.',
    ]),
    accountOwner,
  ],
};

function sequence(filterType: string, name: string, entityType: string, what: string): BridgePlan {
  return {
    filterType,
    name,
    entityType,
    rowName: (draw) => `${personName(draw)}: ${what}`,
    columns: [email, number('Sequence Step', 'How far the sequence has come', 1, 6)],
  };
}

/** Each filter type is among the first eleven; more than twelve bridges repeat them with a number after the name. */
export const bridgePlans: readonly BridgePlan[] = [
  tenders,
  boardMeetings,
  contractEnds,
  jobChanges,
  conferences,
  contacts,
  buyerProfiles,
  newsSignals,
  sequence('SequenceBuyer', 'Buyer sequence', 'Buyer', 'buyer outreach'),
  sequence('SequenceContact', 'Contact sequence', 'Contact', 'contact outreach'),
  sequence('SequenceJobChange', 'Job change sequence', 'Contact', 'welcome'),
  bidNotices,
];
