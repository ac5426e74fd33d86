import type { Scene } from './scenes.ts';

const head = `# Gallery

Digests of every kind and size, from the sandbox's invented data: made by the functions' own code and drawn by the page's, in a
window of 760 pixels. \`npm run gallery\` draws them again. Look at them after a change to what a digest says, as somebody with three
seconds would.
`;

/** The gallery's README: each picture below a sentence on what it shows. */
export function writeIndex(scenes: readonly Scene[]): string {
  const sections = Object.entries({ slack: 'Slack', teams: 'Microsoft Teams' }).map(([to, heading]) => {
    const pictures = scenes.filter((scene) => scene.to === to).map(writeScene);
    return `## ${heading}\n\n${pictures.join('\n')}`;
  });
  return `${head}\n${sections.join('\n')}`;
}

function writeScene({ name, shows }: Scene): string {
  return `${shows}\n\n![${shows.replace(/\.$/, '')}](${name}.png)\n`;
}
