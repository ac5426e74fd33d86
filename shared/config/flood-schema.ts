import * as v from 'valibot';
import type { FloodRule } from '../domain/routes/route.ts';
import { described, type EntriesOf, fix, object, refuse, wholeNumber, withDefault } from './fields.ts';

/** The limit is high enough for an ordinary week, and low enough for a channel. */
const defaults = { over: 1000, show: 20 } as const satisfies FloodRule;

const floodFix = 'write "off" or {"over": 100, "show": 20}';
const mostOver = 5_000;
/** Nobody reads a longer list. */
const mostShown = 99;

const rule = v.pipe(
  object(
    {
      over: withDefault(
        wholeNumber(1, mostOver, `write a whole number from 1 to ${mostOver}`),
        'More new signals than this in one digest are a flood: 1 to 5,000. The digest states their number and shows all hot ones.',
        defaults.over,
      ),
      show: withDefault(
        wholeNumber(1, mostShown, `write a whole number from 1 to ${mostShown}`),
        'The number of signals that a flood\'s digest shows: 1 to "over", at most 99. It shows every hot signal, even if there are more.',
        defaults.show,
      ),
    } satisfies EntriesOf<FloodRule>,
    floodFix,
  ),
  refuse(({ over, show }) =>
    show > over ? `found show ${show} and over ${over}; set show to at most over` : null,
  ),
);
export const floodSchema = described(
  v.union([v.literal('off', fix(floodFix)), rule], fix(floodFix)),
  '"off" sends every signal. A rule limits what one digest shows; the others are held until "signalpost resend ROUTE" or "signalpost discard ROUTE".',
);
