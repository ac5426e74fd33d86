import type { ColumnPlan } from './column-plan.ts';
import { drawFor } from './draw.ts';
import { buyerName, emailAddress, personName, phoneNumber, someOf } from './words.ts';

export const buyerColumn: ColumnPlan = {
  name: 'Buyer',
  format: 'text',
  description: 'The name of the buyer that the row belongs to',
  fill: buyerName,
};

/** Close to the hotness that decides the Hotness order, but not equal to it. */
export const matchScoreColumn: ColumnPlan = {
  name: 'Match Score',
  format: 'number',
  description: 'How well the row matches what we sell, 0 to 100',
  prompt: 'Rate from 0 to 100 how well this matches our offer. Answer with the number only.',
  computed: true,
  settings: { kind: 'web-agent' },
  fill: ({ draw, hotness }) => Math.max(0, Math.min(100, Math.round(hotness * 100) + draw.between(-6, 6))),
};

const owners = ['Ann Lee', 'Ben Okafor', 'Chloé Martin', 'Dev Patel', null] as const;

/** The same person in every bridge of a buyer; null for some buyers. */
export const accountOwnerColumn: ColumnPlan = {
  name: 'Account Owner',
  format: 'text',
  description: 'Who of us looks after the buyer',
  fill: ({ buyer }) => buyer && drawFor(0, 'owner', buyer.buyerId).pick(owners),
};

export function webAgentColumn(name: string, prompt: string, answers: readonly string[]): ColumnPlan {
  return {
    name,
    format: 'text',
    description: `${name}, researched on the web`,
    prompt,
    computed: true,
    settings: { kind: 'web-agent' },
    fill: ({ draw, buyer }) => draw.pick(answers).replace('%', buyer?.name ?? 'The organizer'),
  };
}

export function referenceColumn(name: string, toBridge: number, titles: readonly string[]): ColumnPlan {
  return {
    name,
    format: 'list',
    description: 'What another bridge holds on the same buyer',
    computed: true,
    settings: { kind: 'reference', toBridge, includedStatuses: ['New', 'Saved'] },
    fill: ({ draw }) => (draw.chance(0.4) ? [] : someOf(draw, titles, 2)),
  };
}

const vendors = ['Northlight Systems', 'Cobalt Ledger', 'Trellis Learning'] as const;

export const incumbentColumn: ColumnPlan = {
  name: 'Incumbent Vendors',
  format: 'obj',
  description: 'Which of the vendors we compete with the buyer already uses',
  outputFields: [
    { name: 'vendor', description: 'The vendor that was found' },
    { name: 'evidence', description: 'Where it was found' },
  ],
  computed: true,
  settings: {
    kind: 'vendor-presence',
    value: {
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
  fill: ({ draw }) =>
    draw.chance(0.5)
      ? null
      : { vendor: draw.pick(vendors), evidence: draw.pick(['Board minutes', 'Web site']) },
};

export const introEmailColumn: ColumnPlan = {
  name: 'Intro Email',
  format: 'text',
  description: 'A first message to the buyer',
  prompt: 'Write three friendly sentences.',
  computed: true,
  settings: {
    kind: 'email',
    value: {
      emailSubjectTemplate: 'About {{entryName}}',
      emailBodyTemplate: 'Hello {{contact}}, {{opening}}',
      showParentColumn: false,
      snippetDefinitions: { opening: { prompt: 'One sentence on why we write now' } },
    },
  },
  fill: ({ buyer, name }) =>
    `Hello ${buyer?.place ?? 'there'}, we read about "${name}" and would like to help.`,
};

export const crmPushColumn: ColumnPlan = {
  name: 'CRM Push',
  format: 'text',
  description: 'The answer of the CRM that the row was posted to',
  computed: true,
  settings: { kind: 'webhook', path: 'crm' },
  fill: ({ draw }) => draw.pick(['created', 'updated', 'unchanged']),
};

export const decisionMakersColumn: ColumnPlan = {
  name: 'Decision Makers',
  format: 'json',
  description: 'Contacts at the buyer who decide on such a purchase',
  computed: true,
  settings: { kind: 'basis', fields: ['fullName', 'title', 'email', 'phone'] },
  fill: ({ draw, buyer }) =>
    Array.from({ length: draw.between(0, 2) }, () => {
      const fullName = personName(draw);
      const title = draw.pick(['Chief Information Officer', 'Director of Facilities', 'Purchasing Manager']);
      return { fullName, title, email: emailAddress(fullName, buyer), phone: phoneNumber(draw) };
    }),
};
