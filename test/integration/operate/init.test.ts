import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseColumns } from '../../../cli/run/init-columns.ts';
import { placeConfig } from '../../../cli/run/init-command.ts';
import { runCli } from '../../support/commands/cli.ts';
import { startRunBench, token } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { projectRoot } from '../../unit/house/documents.ts';

const bench = openedForAll(() => startRunBench({ buyers: 1, signals: 30 }));
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'signalpost-init-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const bridgeId = '1f0c6b52-7a3e-4f7d-9c41-5be2a90d8e13';
const least = ['--url', 'https://bridge.acme.dev', '--bridge', bridgeId];
const init = (...args: string[]) => runCli(['init', ...args], { cwd: directory });
const written = (name = 'signalpost.config.ts') => readFileSync(join(directory, name), 'utf8');

describe('`init` without a terminal', () => {
  it('writes a config that doctor accepts once the named variables are set', async () => {
    const [bridge] = bench.bridgeIds;
    const address = `https://app.acme.dev/buyers/${bridgeId}/bridges/${bridge}/rows`;

    const result = await init('--url', bench.sandbox.url, '--bridge', address, '--destination', 'webhook');
    const key = `whsec_${Buffer.from('a signing secret for these tests').toString('base64')}`;
    const lines = {
      BRIDGE_ACCESS_TOKEN: token,
      WEBHOOK_URL: bench.inbox.urlOf('crm'),
      WEBHOOK_SIGNING_SECRET: key,
    };
    writeFileSync(
      join(directory, '.env'),
      Object.entries(lines)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    );
    const doctor = await runCli(['doctor'], { cwd: directory });

    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    for (const name of Object.keys(lines)) expect(result.stdout).toContain(`  ${name}=…`);
    expect(result.stdout).toContain('The config declares no columns: BRIDGE_ACCESS_TOKEN is not set.\nOnce ');
    expect(result.stdout).toMatch(
      /Nobody is told when something fails.*\nNext: .+ doctor\nThen see .+ as a digest: .+ preview --fresh\n$/,
    );
    expect(written()).toContain(`'${bridge}'`);
    expect(doctor.exitCode, doctor.stdout).toBe(0);
    expect(doctor.stdout).toContain('All checks passed');
  });

  it.each([
    ['slack', 'none'],
    ['slack-bot', 'teams'],
    ['teams', 'webhook'],
    ['webhook', 'slack-bot'],
  ])('writes digests to %s and alarms to %s', async (destination, alarms) => {
    const kinds = ['--destination', destination, '--alarms', alarms];

    const { exitCode, stdout, stderr } = await init(...least, ...kinds, '--channel', 'C0123ABCD', '--json');

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { variables } = JSON.parse(stdout) as { variables: { name: string }[] };
    for (const { name } of variables) expect(written()).toContain(`secret('${name}')`);
    expect(variables.some(({ name }) => name.startsWith('ALARMS_'))).toBe(alarms !== 'none');
  });

  it('writes whose signals are sent, and when', async () => {
    const config = async (...args: string[]) => {
      expect(await init(...least, '--destination', 'slack', ...args)).toMatchObject({ exitCode: 0 });
      const text = written();
      rmSync(join(directory, 'signalpost.config.ts'));
      return text;
    };
    expect(await config()).not.toMatch(/^ +only:/m);
    expect(await config('--signals', 'these', '--timezone', 'America/Denver')).toMatch(
      /\n {4}only: 'these bridges',\n[\s\S]*weekdaysAt\('08:00', 'America\/Denver'\)/,
    );
    const { exitCode, stderr } = await init(...least, '--destination', 'slack', '--timezone', 'Denver');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--timezone: ')]);
  });

  it('names each option that is missing or wrong, and writes nothing', async () => {
    const { exitCode, stderr } = await init('--url', 'bridge', '--bridge', 'Competitor News');

    expect(exitCode).toBe(2);
    expect(stderr.split('\n')).toEqual([
      'signalpost: --url: the address is not a valid URL; write one such as https://bridge.example.com',
      expect.stringMatching(/^signalpost: --bridge: found "Competitor"; write a UUID: 8-4-4-4-12/),
      'signalpost: --destination: is missing; write one of slack, slack-bot, teams, webhook',
      'signalpost: nothing was written',
      '',
    ]);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('overwrites nothing', async () => {
    writeFileSync(join(directory, 'signalpost.config.ts'), 'export default {};');

    const { exitCode, stderr } = await init(...least, '--destination', 'slack');

    expect(exitCode).toBe(2);
    expect(stderr).toContain('signalpost.config.ts is there already, and init overwrites nothing');
    expect(written()).toBe('export default {};');
  });

  it.each([
    [
      'in a directory that is not there',
      join('none', 'own.ts'),
      /^signalpost: --config: can't write into none \(ENOENT\); /,
    ],
    ['in the place of a directory', 'folder.ts', /^signalpost: --config: folder\.ts is there already/],
  ])('asks nothing for a config %s', async (_, file, said) => {
    mkdirSync(join(directory, 'folder.ts'));

    const { exitCode, stderr } = await init('--config', file);

    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(said)]);
    expect(stderr).not.toContain('--url');
  });

  it('takes the id of a channel only: it asks for no other channel beside "owner"', async () => {
    const { exitCode, stderr } = await init(...least, '--destination', 'slack-bot', '--channel', 'owner');

    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/^signalpost: --channel: found "owner"; write the id/),
    ]);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('leaves everything as it was if the new config does not pass its check', async () => {
    const example = readFileSync(join(projectRoot, 'signalpost.config.ts'), 'utf8');
    writeFileSync(join(directory, 'signalpost.config.ts'), example);
    const [file, kept] = ['signalpost.config.ts', 'kept.ts'].map((name) => join(directory, name)) as [
      string,
      string,
    ];

    await expect(placeConfig(file, 'export default {};', kept)).rejects.toThrow('api: is missing');

    expect(readdirSync(directory)).toEqual(['signalpost.config.ts']);
    expect(written()).toBe(example);
  });

  it('names the package that makes a module of the config something else, and leaves nothing behind', async () => {
    // As npm writes it by itself.
    writeFileSync(join(directory, 'package.json'), '{"type": "commonjs"}');

    const { exitCode, stderr } = await init(...least, '--destination', 'slack');

    const found = `signalpost.config.ts: is a module, and ${join(directory, 'package.json')} says "type": "commonjs"`;
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${found}; write "type": "module" there`);
    expect(readdirSync(directory)).toEqual(['package.json']);
  });

  it("takes the place of a clone's example, and keeps it", async () => {
    const example = readFileSync(join(projectRoot, 'signalpost.config.ts'), 'utf8');
    writeFileSync(join(directory, 'signalpost.config.ts'), example);

    const { exitCode, stdout } = await init(...least, '--destination', 'slack');

    expect(exitCode).toBe(0);
    expect(stdout).toContain('Kept the example as signalpost.config.example.ts.\n');
    expect(written('signalpost.config.example.ts')).toBe(example);
    expect(written()).toContain('https://bridge.acme.dev');
  });
});

describe('`init` with the token', () => {
  const bridge = () => bench.bridgeIds[0] ?? '';
  const place = () => ({ url: bench.sandbox.url, tokenVariable: 'BRIDGE_ACCESS_TOKEN', bridge: bridge() });
  const file = () => join(directory, 'signalpost.config.ts');
  let wasTerminal: boolean;
  beforeEach(() => {
    wasTerminal = process.stdin.isTTY;
    process.stdin.isTTY = true;
  });
  afterEach(() => {
    vi.restoreAllMocks();
    process.stdin.isTTY = wasTerminal;
  });

  it('declares what the columns mean, and leaves the deadline a comment where nobody can be asked', async () => {
    const args = ['--url', bench.sandbox.url, '--bridge', bridge(), '--destination', 'slack', '--json'];
    const env = { BRIDGE_ACCESS_TOKEN: token };

    const result = await runCli(['init', ...args], { cwd: directory, env });

    expect(JSON.parse(result.stdout)).toMatchObject({
      found: [expect.stringMatching(/^Found Tenders: \d+ columns; read \d+ rows\.$/)],
      notes: ['Nothing closes until you confirm the deadline in the config: Due Date.'],
    });
    expect(written()).toContain("    // deadline: 'Due Date',\n    money: 'Estimated Value',\n");
    expect(written()).toContain("    owner: 'Account Owner',\n    buyer: 'Buyer',\n    stage: 'Stage',\n");
  });

  it('does not say that a token is not set which stands in .env, where a comment cuts it', async () => {
    writeFileSync(join(directory, '.env'), 'BRIDGE_ACCESS_TOKEN=tok#en');

    const { notes } = await chooseColumns(place(), file(), async () => '');

    expect(notes).toEqual([expect.stringContaining('BRIDGE_ACCESS_TOKEN has a "#" in .env')]);
  });

  it.each([
    ['yes', "  deadline: 'Due Date',"],
    ['No', '  deadline: false,'],
    ['', "  // deadline: 'Due Date',"],
  ])('asks for the token unseen, and about the deadline with three rows: "%s"', async (answer, line) => {
    const asked: unknown[] = [];
    const ask = async (prompt: string, options = {}) => {
      asked.push([prompt.split(' ').slice(0, 3).join(' '), options]);
      return asked.length === 1 ? token : answer;
    };

    const told = vi.spyOn(console, 'error').mockReturnValue();

    const { columns, notes } = await chooseColumns(place(), file(), ask);

    expect(notes).toHaveLength(answer === '' ? 1 : 0);
    const [found, question, ...rows] = told.mock.calls.flat();
    expect(found).toMatch(/^Found Tenders: \d+ columns; read \d+ rows\.$/);
    expect(question).toBe('"Due Date" may be a deadline, after which a signal is closed:');
    expect(rows).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^ {2}2026-\d\d-\d\d \w+/)));
    expect(asked).toEqual([
      ['the access token,', { silent: true }],
      ['is it the', {}],
    ]);
    expect(columns).toContain(line);
  });

  it.each([
    ['', 'BRIDGE_ACCESS_TOKEN is not set'],
    ['Bearer x', 'BRIDGE_ACCESS_TOKEN: it begins with the word Bearer; give only the token'],
    ['wrong', 'listColumnMetadata: the service answered 401'],
  ])('declares nothing and says why, with the token "%s"', async (typed, why) => {
    const { columns, hot, notes } = await chooseColumns(place(), file(), async () => typed);

    expect([columns, hot]).toEqual([[], null]);
    expect(notes).toEqual([expect.stringContaining(why)]);
  });
});
