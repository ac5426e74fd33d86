interface Node {
  readonly type?: string;
  readonly text?: string | { readonly text: string };
  readonly url?: string;
  readonly selectAction?: { readonly url: string };
  readonly attachments?: readonly { readonly content: Node }[];
  readonly blocks?: readonly Node[];
  readonly body?: readonly Node[];
  readonly items?: readonly Node[];
  readonly elements?: readonly Node[];
  readonly inlines?: readonly Node[];
}

/** What a body of Slack or Teams says, line by line, a link as `text <address>`. */
export function readLines(body: string): string[] {
  return linesIn(JSON.parse(body) as Node).map((line) => line.replaceAll('\u00a0', ' '));
}

function linesIn(node: Node): string[] {
  const { type = '', text, attachments, blocks, body, items, elements, inlines } = node;
  if (attachments || blocks || body || items)
    return [attachments?.map(({ content }) => content), blocks, body, items].flatMap((all) =>
      (all ?? []).flatMap(linesIn),
    );
  if (inlines) return [inlines.map(formatSpan).join('')];
  if (elements && /^rich_text_(section|quote)$/.test(type))
    return elements.map(formatSpan).join('').split('\n');
  if (elements && type !== 'actions') return elements.flatMap(linesIn);
  const told = typeof text === 'object' ? text.text : text;
  return told === undefined ? [] : [told];
}

function formatSpan({ type, text, url, selectAction }: Node): string {
  if (type === 'emoji') return '🔥';
  const to = selectAction?.url ?? url;
  return `${text ?? ''}${to === undefined ? '' : ` <${to}>`}`;
}
