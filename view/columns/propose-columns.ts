import { type DeclaredColumns, type Meaning, meanings } from '../../shared/domain/cells/meanings.ts';
import type { ColumnInfo } from '../../shared/domain/rows/columns.ts';
import { splitWords } from '../../shared/domain/text/column-words.ts';

/** A bridge with the columns that its metadata lists. */
export interface BridgeColumns {
  readonly bridgeId: string;
  /** The name is null until a signal shows it. */
  readonly bridgeName: string | null;
  readonly columns: readonly ColumnInfo[];
}

interface Rule {
  readonly meaning: Meaning;
  readonly formats: readonly (string | null)[];
  /** The most certain first: a list of the config has its columns in this order. */
  readonly names: readonly RegExp[];
  /** Columns that an analysis fills in, and no others. */
  readonly analysed?: true;
}

const dates = ['date', 'dateTime', 'datetime', 'text', null];
const texts = ['text', 'enumeration', null];
const persons = ['text', 'json', 'obj', 'list', null];
const sums = ['currencyUnit', 'number', 'text', null];

const notice =
  '(?:(?:rfp|rfq|itb|bid|tender|proposal|quote|offer|solicitation|grant|application|response|submission|submittal)s? )';
const clock = '( (and |& )?time)?';
const anything = /(?:)/;

/**
 * By whole names, in the order in which they are tried. A deadline closes signals, so its names say that an answer is due:
 * what is due for questions, visits or letters is not in them, nor is `Close Date`, which a CRM writes for a sale it expects.
 */
const rules: readonly Rule[] = [
  {
    meaning: 'deadline',
    formats: dates,
    names: [
      new RegExp(`^${notice}+(deadline|due|due (date|by|on)|clos(e|es|ing)( date| on)?)${clock}$`),
      /^(submit|respond|apply) (by|before)( date)?$/,
      new RegExp(`^(due( date| by| on)?|deadline( date)?|closing date|open until)${clock}$`),
    ],
  },
  {
    meaning: 'date',
    formats: dates,
    names: [
      /^(next|upcoming) (meeting|hearing|event)( date)?$/,
      /^(event|meeting|conference|hearing|held|start|starts)( date| on| day)?$/,
      new RegExp(`^${notice}opening( date)?$`),
      /^(expected |anticipated )?award(ed)?( date| on)?$/,
      /^(valid|good) (till|until|through)$/,
      /^((current|existing|incumbent) )?(contract|agreement|lease|license|term)? ?(ends?|expir(es|ation|y))( date| on)?$/,
      /^fiscal year (end|start)s?( date)?$/,
    ],
  },
  {
    meaning: 'money',
    formats: sums,
    names: [
      /^((estimated|expected|total|contract|project|deal|opportunity) )+(value|amount|budget|cost)$/,
      /^((award|funding|grant|bond|total) )+(value|amount|budget)$/,
      /^(annual|yearly) (value|amount|cost|spend|budget)$/,
      /^(contract |project |annual )?(value|amount|budget)$/,
    ],
  },
  {
    meaning: 'post',
    formats: ['text', null],
    names: [
      /^(decision makers?|contact|new|current|job) (title|role|position|post)$/,
      /^(role|position|post)$/,
    ],
  },
  {
    meaning: 'person',
    formats: persons,
    names: [
      /^decision makers?( name)?$/,
      /^(primary |main |buyer |procurement |purchasing |project |bid )?contacts?( name| person)?$/,
      /^point of contact$/,
      /^(contracting|procurement|purchasing) (officer|agent|manager)$/,
      /^(superintendent|hiring manager|project manager|person|full name)$/,
    ],
  },
  {
    meaning: 'owner',
    formats: persons,
    names: [
      /^(account|lead|deal|opportunity|sales|record|territory) (owner|rep|executive|manager)$/,
      /^(assigned to|assignee|account executive)$/,
    ],
  },
  {
    meaning: 'buyer',
    formats: ['text', null],
    names: [
      /^(buyer( name)?|customer|account name|buying organi[sz]ation)$/,
      /^((issuing|contracting|school|purchasing) )?(agency|district|organi[sz]ation|institution)( name)?$/,
      /^((local|public) )?(government|municipality|jurisdiction|entity)( name)?$/,
    ],
  },
  {
    meaning: 'stage',
    formats: texts,
    names: [
      new RegExp(`^(?:${notice}|(?:project|procurement|deal|opportunity|sales|current|contract) )?stage$`),
      new RegExp(`^(?:${notice}|(?:project|procurement|deal|opportunity|sales|current|contract) )?status$`),
      new RegExp(`^(?:${notice}|(?:project|procurement) )phase$`),
    ],
  },
  {
    meaning: 'why',
    formats: ['text', null],
    names: [/^why\b.*$/, /^(fit|relevance)( analysis| reason| rationale)?$/, /^(reasoning|rationale)$/],
  },
  { meaning: 'why', formats: ['text'], names: [anything], analysed: true },
];

/** Bridges whose rows nobody answers: what is due or closes there is something else. */
const unanswered =
  /\b(contract (end|expir)|expir|renewal|invoice|payment|tax|task|permit|audit|inspection|meeting|closure|contacts?$|profile|jobs?\b|hiring|vacanc)/i;

/**
 * What the columns of these bridges may mean, by their names and formats, for a person to confirm. These are the only
 * patterns over names of columns, and decide nothing: what they miss is shown by its format. Pure.
 */
export function proposeColumns(bridges: readonly BridgeColumns[]): DeclaredColumns {
  const found = bridges.flatMap((bridge) =>
    bridge.columns.flatMap((info) => {
      const read = readMeaning(info);
      const isTaken =
        read !== null && (read.meaning !== 'deadline' || !unanswered.test(bridge.bridgeName ?? ''));
      return isTaken ? [{ ...read, name: info.name }] : [];
    }),
  );
  const listed = Map.groupBy(
    found.toSorted((one, other) => one.place - other.place),
    ({ meaning }) => meaning,
  );
  const entries = meanings.flatMap((meaning) => {
    const names = [...new Set(listed.get(meaning)?.map(({ name }) => name))];
    return names.length === 0 ? [] : [[meaning, names.length === 1 ? names[0] : names] as const];
  });
  const deadlines = new Set(listed.get('deadline')?.map(({ name }) => name));
  const otherwise = bridges.filter(
    ({ bridgeName, columns }) =>
      unanswered.test(bridgeName ?? '') && columns.some(({ name }) => deadlines.has(name)),
  );
  const own = otherwise.map(({ bridgeId }) => [bridgeId.toLowerCase(), { deadline: false }] as const);
  return { ...Object.fromEntries(entries), ...(own.length > 0 && { in: Object.fromEntries(own) }) };
}

/** `place`: how certain it is, 0 for the most. */
function readMeaning({ name, format, analysed, internal }: ColumnInfo) {
  const words = splitWords(name).toLowerCase();
  if (internal) return null;
  let place = 0;
  for (const rule of rules) {
    const fits = rule.formats.includes(format) && (analysed || !rule.analysed);
    for (const pattern of rule.names) {
      if (fits && pattern.test(words)) return { meaning: rule.meaning, place };
      place += 1;
    }
  }
  return null;
}
