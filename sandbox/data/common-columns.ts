import { type ColumnPlan, column } from './column-plan.ts';
import { drawFor } from './draw.ts';
import { emailAddress, personName, phoneNumber } from './words.ts';

/** Columns that several bridges have. */

const vendors = ['Northlight Systems', 'Cobalt Ledger', 'Trellis Learning'] as const;
const deciders = ['Chief Information Officer', 'Director of Facilities', 'Purchasing Manager'] as const;
const owners = ['Ann Lee', 'Ben Okafor', 'Chloé Martin', 'Dev Patel', null] as const;

export const buyerColumn: ColumnPlan = column(
  'text',
  'Buyer',
  'The name of the buyer that the row belongs to',
  ({ buyer }) => buyer?.name ?? null,
);

/** Close to the hotness that decides the Hotness order, but not equal to it. */
export const matchScore: ColumnPlan = column(
  'number',
  'Match Score',
  'How well the row matches what we sell, 0 to 100',
  ({ draw, hotness }) => Math.max(0, Math.min(100, Math.round(hotness * 100) + draw.between(-6, 6))),
  {
    prompt: 'Rate from 0 to 100 how well this matches our offer. Answer with the number only.',
    computed: true,
    hasAgent: true,
  },
);

/** The same person in every bridge of a buyer; null for some buyers. */
export const accountOwner: ColumnPlan = column(
  'text',
  'Account Owner',
  'Who of us looks after the buyer',
  ({ buyer }) => buyer && drawFor(0, 'owner', buyer.buyerId).pick(owners),
);

export const incumbents: ColumnPlan = column(
  'obj',
  'Incumbent Vendors',
  'Which of the vendors we compete with the buyer already uses',
  ({ draw }) =>
    draw.chance(0.5)
      ? null
      : { vendor: draw.pick(vendors), evidence: draw.pick(['Board minutes', 'Web site']) },
  {
    outputFields: { vendor: 'The vendor that was found', evidence: 'Where it was found' },
    computed: true,
    settings: {
      vendorPresenceSettings: {
        serviceProviders: vendors.map((name) => ({
          name,
          serviceProviderAliases: [`${name}, Inc.`],
          productNamesOrAliases: [`${name.split(' ')[0]} Cloud`],
        })),
        runWebPresence: true,
        contextPrompt: 'Look for contracts, board minutes and job advertisements that name the vendor.',
        runContractEstimation: true,
      },
    },
  },
);

export const introEmail: ColumnPlan = column(
  'text',
  'Intro Email',
  'A first message to the buyer',
  ({ buyer, name }) => `Hello ${buyer?.place ?? 'there'}, we read about "${name}" and would like to help.`,
  {
    prompt: 'Write three friendly sentences.',
    computed: true,
    settings: {
      emailGenerationSettings: {
        emailSubjectTemplate: 'About {{entryName}}',
        emailBodyTemplate: 'Hello {{contact}}, {{opening}}',
        showParentColumn: false,
        snippetDefinitions: { opening: { prompt: 'One sentence on why we write now' } },
      },
    },
  },
);

export const crmPush: ColumnPlan = column(
  'text',
  'CRM Push',
  'The answer of the CRM that the row was posted to',
  ({ draw }) => draw.pick(['created', 'updated', 'unchanged']),
  { computed: true, settings: { webhookUrl: 'https://hooks.example/crm' } },
);

export const decisionMakers: ColumnPlan = column(
  'json',
  'Decision Makers',
  'Contacts at the buyer who decide on such a purchase',
  ({ draw, buyer }) =>
    Array.from({ length: draw.between(0, 2) }, () => {
      const fullName = personName(draw);
      const title = draw.pick(deciders);
      return { fullName, title, email: emailAddress(fullName, buyer), phone: phoneNumber(draw) };
    }),
  { computed: true, basis: ['fullName', 'title', 'email', 'phone'] },
);
