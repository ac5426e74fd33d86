/** The commands in the shell blocks of one section of a Markdown text, in their order. Throws when there are none. */
export function commandsOfSection(markdown: string, heading: string): string[] {
  const [, section] = markdown.split(new RegExp(`^## ${heading}$`, 'm'));
  const [text = ''] = section?.split(/^## /m) ?? [];
  const commands = [...text.matchAll(/^ *```bash\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
  if (commands.length > 0) return commands;
  throw new Error(`there are no commands below a heading "${heading}"`);
}
