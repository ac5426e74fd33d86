import {
  type BridgePlan,
  column,
  dayAfter,
  money,
  number,
  oneOf,
  page,
  reference,
  signalDay,
  someOf,
  webAgent,
  yesOrNo,
} from './column-plan.ts';
import {
  accountOwner,
  buyerColumn,
  crmPush,
  decisionMakers,
  incumbents,
  introEmail,
  matchScore,
} from './common-columns.ts';
import { dayOf, emailAddress, personName, phoneNumber } from './words.ts';

/** Bridges about what organizations do: they buy, meet and are in the news. */

const works = [
  'Student Information System',
  'Network Switch Replacement',
  'HVAC Controls Upgrade',
  'School Bus Fleet Telematics',
  'Security Camera Installation',
  'Roof Replacement, Phase 2',
  'Managed Print Services',
  'Financial Management Software',
  'Playground Resurfacing',
  'Water Meter Replacement',
  'Fire Alarm Monitoring',
  'Classroom Audio Équipement',
  'Asphalt Resurfacing',
  'Document Scanning Services',
];
const stages = [
  { value: 'RFP_OPEN_2', label: 'Open for responses' },
  { value: 'RFP_QA_1', label: 'Questions and answers' },
  { value: 'RFP_EVAL_3', label: 'Under evaluation' },
];
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
const news = [
  ['Grant awarded', ['Fleet electrification', 'Broadband', 'School safety', 'Energy retrofit']],
  ['Levy passed', ['Stormwater fees', 'School buildings', 'Road repair', 'Library hours']],
  ['Audit finding', ['Cybersecurity insurance', 'Late invoices', 'Vendor contracts', 'Payroll controls']],
  ['Merger talks', ['Shared dispatch', 'Joint purchasing', 'Regional transit', 'Shared data center']],
] as const;
const bodies = ['Regular Board Meeting', 'Budget Workshop', 'Facilities Committee', 'Council Study Session'];
const meetings = ['Regular Board Meeting', 'Budget Workshop', 'Facilities Committee'];
const openTenders = ['Managed Print Services', 'Security Camera Installation'];
const categories = ['Technology', 'Facilities', 'Transportation', 'Professional Services', 'Utilities'];
const certifications = ['ISO 27001', 'SOC 2', 'Minority-owned', 'Prevailing wage', 'Local vendor'];
const offices = ['Purchasing', 'Business Services', 'Capital Projects'];
const contractHolders = ['Northlight Systems', 'Cobalt Ledger', 'Trellis Learning', 'Ferro & Sons'];
const organizers = ['Public Purchasing', 'School Business', 'Municipal Technology', 'Transit Futures'];
const threeYears = 3 * 365;

export const tenders: BridgePlan = {
  filterType: 'RFP',
  name: 'Tenders',
  entityType: 'Opportunity',
  sharesProjects: true,
  rowName: (draw) => `${draw.pick(['RFP', 'RFQ', 'ITB'])} ${draw.between(100, 999)}: ${draw.pick(works)}`,
  columns: [
    buyerColumn,
    column(
      'text',
      'Solicitation Number',
      'As the buyer numbers it',
      ({ draw }) => `${draw.between(2025, 2027)}-${draw.between(10, 999)}`,
    ),
    // One in ten is published after it closed.
    column('date', 'Due Date', 'Last day for a response', ({ draw, signalDate }) =>
      dayOf(signalDate, draw.chance(0.1) ? draw.between(-6, -1) : draw.between(14, 60)),
    ),
    page('Posting', 'Where it was published', 'bids'),
    money('Estimated Value', 'What the buyer expects to spend', [10, 900, 2_500], { empty: 0.2 }),
    oneOf('Category', 'Kind of purchase', categories),
    someOf('Requirements', 'What a bidder must show', certifications, 0.15),
    column(
      'obj',
      'Issuing Office',
      'Who issued it',
      ({ draw, buyer }) => ({
        office: draw.pick(offices),
        city: buyer?.place ?? null,
        state: buyer?.state ?? null,
      }),
      { outputFields: { office: 'The office', city: 'Its city', state: 'Its state, two letters' } },
    ),
    column('json', 'Line Items', 'What is to be delivered', ({ draw }) => [
      { item: draw.pick(works), quantity: draw.between(1, 400) },
    ]),
    column('phone', 'Contact Phone', 'For questions', ({ draw }) => phoneNumber(draw)),
    column('email', 'Contact Email', 'For questions in writing', ({ draw, buyer }) =>
      emailAddress(personName(draw), buyer),
    ),
    yesOrNo('Has Addenda', 'Whether it was amended', 0.3),
    number('Pages', 'Length of the document', 4, 180),
    webAgent('Fit Analysis', 'In one sentence: why could this tender suit us?', [
      '% names requirements that we meet.',
      '% asks for references from three similar buyers.',
      '% prefers one supplier for delivery and upkeep.',
    ]),
    incumbents,
    reference('Related Meetings', 1, meetings),
    introEmail,
    crmPush,
    decisionMakers,
    oneOf('Stage', 'Where the tender stands', stages),
    accountOwner,
    matchScore,
  ],
};

export const contractEnds: BridgePlan = {
  filterType: 'Purchase',
  name: 'Contract ends',
  entityType: 'Opportunity',
  rowName: (draw) => `${draw.pick(works)} contract ends`,
  columns: [
    buyerColumn,
    dayAfter('Expires On', 'Last day of the contract', 30, 300),
    money('Annual Value', 'Paid a year', [8, 600, 1_000]),
    column('text', 'Vendor', 'Who holds the contract', ({ draw }) => draw.pick(contractHolders)),
    yesOrNo('Renewable', 'Whether it can be extended without a tender', 0.5),
    column('date', 'Signed On', 'When it was signed', ({ signalDate }) => dayOf(signalDate, -threeYears)),
    webAgent('Renewal Outlook', 'Will the buyer renew or put it out to tender?', [
      '% has announced a new tender.',
      '% renewed twice before.',
      'Nothing published by % so far.',
    ]),
    incumbents,
    accountOwner,
    page('Contract', 'As published', 'contracts'),
    matchScore,
  ],
};

export const boardMeetings: BridgePlan = {
  filterType: 'Meeting',
  name: 'Board meetings',
  entityType: 'Buyer',
  sharesProjects: true,
  rowName: (draw) => `${draw.pick(bodies)}: ${draw.pick(topics)}`,
  columns: [
    buyerColumn,
    signalDay('Held On', 'Day of the meeting'),
    page('Minutes', 'The minutes', 'minutes'),
    someOf('Topics', 'What was spoken about', topics),
    oneOf('Body', 'Who met', ['Board', 'Council', 'Committee']),
    column(
      'obj',
      'Votes',
      'The count of the main vote',
      ({ draw }) => ({ ayes: draw.between(3, 7), nays: draw.between(0, 4) }),
      { outputFields: { ayes: 'Votes for', nays: 'Votes against' } },
    ),
    webAgent('Why It Matters', 'In one sentence: what does this meeting mean for a seller?', [
      '% will look for offers before the next fiscal year.',
      '% set money aside, but named no project yet.',
      '% asked its staff for a comparison of vendors.',
    ]),
    reference('Open Tenders', -1, openTenders),
    decisionMakers,
    // An evening in America: in UTC it is the next day already.
    column('date', 'Next Meeting', 'When it meets again', ({ draw, signalDate }) => {
      const day = dayOf(signalDate, draw.between(3, 20));
      return `${day}T0${draw.between(0, 3)}:${draw.pick(['00', '30'])}:00Z`;
    }),
    accountOwner,
    matchScore,
  ],
};

export const conferences: BridgePlan = {
  filterType: 'Conference',
  name: 'Conferences',
  entityType: null,
  rowName: (draw) =>
    `${draw.pick(organizers)} ${draw.pick(['Summit', 'Forum', 'Expo'])} ${draw.between(2026, 2027)}`,
  columns: [
    buyerColumn,
    dayAfter('Starts On', 'First day', 20, 200),
    number('Attendees', 'Expected number', 4, 300, 10),
    money('Booth Fee', 'For the smallest booth', [2, 40, 250], { currency: 'EUR' }),
    page('Web Site', 'Of the event', 'events'),
    yesOrNo('Online', 'Whether it can be attended online', 0.4),
    matchScore,
  ],
};

export const newsSignals: BridgePlan = {
  filterType: 'Signal',
  name: 'News signals',
  entityType: 'Buyer',
  rowName: (draw) => {
    const [what, about] = draw.pick(news);
    return `${what}: ${draw.pick<string>(about)}`;
  },
  columns: [
    buyerColumn,
    page('Article', 'The source', 'news'),
    signalDay('Published On', 'Day of the article'),
    oneOf('Tone', 'How it reads', ['positive', 'neutral', 'negative']),
    webAgent('Gist', 'Sum the article up in one sentence.', [
      '% has money to spend this year.',
      '% must fix what the auditors found.',
      '% is looking for partners.',
    ]),
    accountOwner,
    matchScore,
  ],
};
