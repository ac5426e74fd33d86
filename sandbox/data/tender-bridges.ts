import type { BridgePlan } from './column-plan.ts';
import {
  accountOwnerColumn,
  buyerColumn,
  crmPushColumn,
  decisionMakersColumn,
  incumbentColumn,
  introEmailColumn,
  matchScoreColumn,
  referenceColumn,
  webAgentColumn,
} from './common-columns.ts';
import { dayAfterSignal, dayOf, emailAddress, pageUrl, personName, phoneNumber, someOf } from './words.ts';

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
const categories = ['Technology', 'Facilities', 'Transportation', 'Professional Services', 'Utilities'];
const certifications = ['ISO 27001', 'SOC 2', 'Minority-owned', 'Prevailing wage', 'Local vendor'];

const stages = [
  { value: 'RFP_OPEN_2', label: 'Open for responses' },
  { value: 'RFP_QA_1', label: 'Questions and answers' },
  { value: 'RFP_EVAL_3', label: 'Under evaluation' },
];

export const tenders: BridgePlan = {
  filterType: 'RFP',
  name: 'Tenders',
  entityType: 'Opportunity',
  sharesProjects: true,
  rowName: (draw) => `${draw.pick(['RFP', 'RFQ', 'ITB'])} ${draw.between(100, 999)}: ${draw.pick(works)}`,
  columns: [
    buyerColumn,
    {
      name: 'Solicitation Number',
      format: 'text',
      description: 'As the buyer numbers it',
      fill: ({ draw }) => `${draw.between(2025, 2027)}-${draw.between(10, 999)}`,
    },
    {
      name: 'Due Date',
      format: 'date',
      description: 'Last day for a response',
      // One in ten is published after it closed.
      fill: (row) => (row.draw.chance(0.1) ? dayAfterSignal(row, -6, -1) : dayAfterSignal(row, 14, 60)),
    },
    {
      name: 'Posting',
      format: 'url',
      description: 'Where it was published',
      fill: (row) => pageUrl(row, 'bids'),
    },
    {
      name: 'Estimated Value',
      format: 'currencyUnit',
      description: 'What the buyer expects to spend',
      fill: ({ draw }) => (draw.chance(0.2) ? null : draw.between(10, 900) * 2_500),
    },
    {
      name: 'Category',
      format: 'enumeration',
      description: 'Kind of purchase',
      choices: categories,
      fill: ({ draw }) => draw.pick(categories),
    },
    {
      name: 'Requirements',
      format: 'list',
      description: 'What a bidder must show',
      fill: ({ draw }) => (draw.chance(0.15) ? [] : someOf(draw, certifications, 3)),
    },
    {
      name: 'Issuing Office',
      format: 'obj',
      description: 'Who issued it',
      outputFields: [
        { name: 'office', description: 'The office' },
        { name: 'city', description: 'Its city' },
        { name: 'state', description: 'Its state, two letters' },
      ],
      fill: ({ draw, buyer }) => ({
        office: draw.pick(['Purchasing', 'Business Services', 'Capital Projects']),
        city: buyer?.place ?? null,
        state: buyer?.state ?? null,
      }),
    },
    {
      name: 'Line Items',
      format: 'json',
      description: 'What is to be delivered',
      fill: ({ draw }) => [{ item: draw.pick(works), quantity: draw.between(1, 400) }],
    },
    {
      name: 'Contact Phone',
      format: 'phone',
      description: 'For questions',
      fill: ({ draw }) => phoneNumber(draw),
    },
    {
      name: 'Contact Email',
      format: 'email',
      description: 'For questions in writing',
      fill: ({ draw, buyer }) => emailAddress(personName(draw), buyer),
    },
    {
      name: 'Has Addenda',
      format: 'boolean',
      description: 'Whether it was amended',
      fill: ({ draw }) => draw.chance(0.3),
    },
    {
      name: 'Pages',
      format: 'number',
      description: 'Length of the document',
      fill: ({ draw }) => draw.between(4, 180),
    },
    webAgentColumn('Fit Analysis', 'In one sentence: why could this tender suit us?', [
      '% names requirements that we meet.',
      '% asks for references from three similar buyers.',
      '% prefers one supplier for delivery and upkeep.',
    ]),
    incumbentColumn,
    referenceColumn('Related Meetings', 1, [
      'Regular Board Meeting',
      'Budget Workshop',
      'Facilities Committee',
    ]),
    introEmailColumn,
    crmPushColumn,
    decisionMakersColumn,
    {
      name: 'Stage',
      format: 'enumeration',
      description: 'Where the tender stands',
      choices: stages,
      fill: ({ draw }) => draw.pick(stages).value,
    },
    accountOwnerColumn,
    matchScoreColumn,
  ],
};

export const contractEnds: BridgePlan = {
  filterType: 'Purchase',
  name: 'Contract ends',
  entityType: 'Opportunity',
  rowName: (draw) => `${draw.pick(works)} contract ends`,
  columns: [
    buyerColumn,
    {
      name: 'Expires On',
      format: 'date',
      description: 'Last day of the contract',
      fill: (row) => dayAfterSignal(row, 30, 300),
    },
    {
      name: 'Annual Value',
      format: 'currencyUnit',
      description: 'Paid a year',
      fill: ({ draw }) => draw.between(8, 600) * 1_000,
    },
    {
      name: 'Vendor',
      format: 'text',
      description: 'Who holds the contract',
      fill: ({ draw }) =>
        draw.pick(['Northlight Systems', 'Cobalt Ledger', 'Trellis Learning', 'Ferro & Sons']),
    },
    {
      name: 'Renewable',
      format: 'boolean',
      description: 'Whether it can be extended without a tender',
      fill: ({ draw }) => draw.chance(0.5),
    },
    {
      name: 'Signed On',
      format: 'date',
      description: 'When it was signed',
      fill: ({ signalDate }) => dayOf(signalDate - 3 * 365 * 24 * 60 * 60 * 1_000),
    },
    webAgentColumn('Renewal Outlook', 'Will the buyer renew or put it out to tender?', [
      '% has announced a new tender.',
      '% renewed twice before.',
      'Nothing published by % so far.',
    ]),
    incumbentColumn,
    accountOwnerColumn,
    {
      name: 'Contract',
      format: 'url',
      description: 'As published',
      fill: (row) => pageUrl(row, 'contracts'),
    },
    matchScoreColumn,
  ],
};
