import type { Line, MessageSection, Span, TextSpan } from './message.ts';

export function plain(text: string): TextSpan {
  return { kind: 'text', text };
}

export function strong(text: string): TextSpan {
  return { kind: 'text', text, strong: true };
}

export function soft(text: string): TextSpan {
  return { kind: 'text', text, soft: true };
}

/** Joins lines that are not empty, with a text between each two. */
export function joinLines(lines: readonly Line[], between: string): Line {
  const told = lines.filter((line) => line.length > 0);
  return mergeTexts(told.flatMap((line, index) => (index === 0 ? line : [plain(between), ...line])));
}

/** The dot stands between facts. No line begins with it; a line may end behind it, or long lines broke within words. */
export const dot = '\u00a0· ';

export function joinFacts(lines: readonly Line[]): Line {
  return joinLines(lines, dot);
}

/** Neighbours of one style become one text: each span costs a message fifty bytes. */
function mergeTexts(line: Line): Line {
  const merged: Span[] = [];
  for (const span of line) {
    if (span.kind === 'text' && span.text === '') continue;
    const last = merged.at(-1);
    if (last?.kind === 'text' && span.kind === 'text' && haveOneStyle(last, span)) {
      merged[merged.length - 1] = { ...last, text: last.text + span.text };
    } else merged.push(span);
  }
  return merged;
}

const haveOneStyle = (a: TextSpan, b: TextSpan): boolean => a.strong === b.strong && a.soft === b.soft;

export function textOf(line: Line): string {
  return line
    .map((span) => {
      if (span.kind === 'fire') return '🔥';
      return span.kind === 'mention' ? '' : span.text;
    })
    .join('');
}

/** Capitalises words of ours that begin a line: `Closes Thu`. */
export function capitaliseLine(line: Line): Line {
  const [first, ...others] = line;
  if (first?.kind !== 'text') return line;
  const [letter = ''] = first.text;
  return [{ ...first, text: letter.toUpperCase() + first.text.slice(letter.length) }, ...others];
}

export function linesOf(lines: readonly Line[]): MessageSection {
  return { kind: 'lines', lines };
}
