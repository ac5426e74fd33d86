import {
  accountOwner,
  type BridgePlan,
  column,
  decisionMakers,
  money,
  number,
  oneOf,
  page,
  someOf,
  webAgent,
} from './columns.ts';
import { dayOf, emailAddress, meetings, personName, phoneNumber, works } from './words.ts';

const stages = [
  { value: 'RFP_OPEN_2', label: 'Open for responses' },
  { value: 'RFP_QA_1', label: 'Questions and answers' },
  { value: 'RFP_EVAL_3', label: 'Under evaluation' },
];
const categories = ['Technology', 'Facilities', 'Transportation', 'Professional Services', 'Utilities'].map(
  (value) => ({ value, label: value }),
);
const certifications = ['ISO 27001', 'SOC 2', 'Minority-owned', 'Prevailing wage', 'Local vendor'];
const vendors = ['Northlight Systems', 'Cobalt Ledger', 'Trellis Learning'];

/** Tenders have a column of each format and with each kind of settings. */
export const tenders: BridgePlan = {
  filterType: 'RFP',
  name: 'Tenders',
  entityType: 'Opportunity',
  sharesProjects: true,
  rowName: (draw) => `${draw.pick(['RFP', 'RFQ', 'ITB'])} ${draw.between(100, 999)}: ${draw.pick(works)}`,
  columns: [
    // One tender in ten is published after it closed.
    column('date', 'Due Date', 'Last day for a response', ({ draw, signalDate }) =>
      dayOf(signalDate, draw.chance(0.1) ? draw.between(-6, -1) : draw.between(14, 60)),
    ),
    page('Posting', 'Where it was published', 'bids'),
    money('Estimated Value', 'What the buyer expects to spend', [10, 900, 2_500]),
    oneOf('Category', 'Kind of purchase', categories),
    someOf('Requirements', 'What a bidder must show', certifications),
    column('phone', 'Contact Phone', 'For questions', ({ draw }) => phoneNumber(draw)),
    column('email', 'Contact Email', 'For questions in writing', ({ draw, buyer }) =>
      emailAddress(personName(draw), buyer),
    ),
    column('boolean', 'Has Addenda', 'Whether it was amended', ({ draw }) => draw.chance(0.3)),
    number('Pages', 'Length of the document', 4, 180),
    webAgent('Fit Analysis', 'In one sentence: why could this tender suit us?', [
      '% names requirements that we meet.',
      '% asks for references from three similar buyers.',
      '% prefers one supplier for delivery and upkeep.',
    ]),
    column(
      'obj',
      'Incumbent Vendors',
      'Which of the vendors we compete with the buyer already uses',
      ({ draw }) => (draw.chance(0.5) ? null : { vendor: draw.pick(vendors), evidence: 'Board minutes' }),
      {
        fieldFormat: {
          outputFields: [
            { name: 'vendor', description: 'The vendor that was found' },
            { name: 'evidence', description: 'Where it was found' },
          ],
        },
        computed: true,
        settings: { vendorPresenceSettings: { runWebPresence: true } },
      },
    ),
    column(
      'list',
      'Related Meetings',
      'What another bridge holds on the same buyer',
      ({ draw }) => (draw.chance(0.4) ? [] : [draw.pick(meetings)]),
      { computed: true, toNextBridge: true },
    ),
    column(
      'text',
      'Intro Email',
      'A first message to the buyer',
      ({ buyer, name }) =>
        `Hello ${buyer?.place ?? 'there'}, we read about "${name}" and would like to help.`,
      {
        prompt: 'Write three friendly sentences.',
        computed: true,
        settings: { emailGenerationSettings: { emailBodyTemplate: 'Hello {{contact}}' } },
      },
    ),
    column(
      'text',
      'CRM Push',
      'The answer of the CRM that the row was posted to',
      ({ draw }) => draw.pick(['created', 'updated', 'unchanged']),
      { computed: true, settings: { webhookUrl: 'https://hooks.example/crm' } },
    ),
    decisionMakers,
    oneOf('Stage', 'Where the tender stands', stages),
    accountOwner,
  ],
};
