import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { functions } from '../../../functions/wiring.ts';
import { runCli } from '../../support/commands/cli.ts';
import {
  type BenchState,
  signingSecret,
  startRunBench,
  token,
  webhookRoute,
} from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { expectCivil, secretPath } from '../../support/time/civil.ts';

const bench = openedForAll(() => startRunBench({ buyers: 2, signals: 12 }));
let state: BenchState;
beforeAll(async () => {
  state = bench.newState();
  const { exitCode, stderr } = await state.runOnce();
  expect(exitCode, stderr).toBe(0);
  const write = (file: string, text: string) => writeFileSync(join(state.directory, file), text);
  write('broken.json', '{\n  "a": 1,,\n}');
  write('array.json', '[]');
  write('seven.json', '7');
  write('columns.json', '{ "deadlin": "Due Date" }');
  const message = new URL('../../../events/poll-signals.message.json', import.meta.url);
  copyFileSync(message, join(state.directory, 'message.json'));
  mkdirSync(join(state.directory, 'damaged'));
  write('damaged/ledger.db', 'no database at all. '.repeat(500));
});

const inbound = { events: { signingSecret: { secret: 'EVENTS_SIGNING_SECRET' } } };
const apiAt = (baseUrl: string) => ({ api: { baseUrl, token: { secret: 'BRIDGE_ACCESS_TOKEN' } } });
const example = { config: () => apiAt('https://bridge.example.com') };
const muting = "--until '3 days' --because 'they signed last week'";
const unknownId = '1f0c6b52-7a3e-4f7d-9c41-5be2a90d8e13';

interface Given {
  /** Over the bench's config. */
  readonly config?: () => Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** A route whose address, which must not be told, is in a secret. */
const secretAddress: Given = {
  config: () => {
    const { to, ...route } = webhookRoute(bench.inbox, 'all');
    return { routes: [{ ...route, to: { ...(to as object), url: { secret: 'HOOK_URL' } } }] };
  },
};

/** The arguments of a line; an apostrophe begins and ends one with spaces. */
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

const sendsNow = ['run --once', 'run', 'start --page-port 0'];

it.each<[line: string, sentence: string | RegExp, given?: Given]>([
  // Configs and states.
  ...['run --once', 'run', 'start', 'invoke plan-polls', 'deploy --stage dev --yes'].map(
    (line): [string, string, Given] => [
      line,
      "signalpost: config.json: api.baseUrl is still the example's; write the address of your service into api.baseUrl, and your ids into watch\n",
      example,
    ],
  ),
  ['status --config none.json', 'none.json'],
  ['pause all --config signalpost.config.ts', 'signalpost.config.ts: file not found'],
  ['run --config broken.json', 'broken.json: is not JSON at line 2'],
  ['status --state broken.json', '--state: broken.json'],
  ['resend all --state damaged', '--state: damaged/ledger.db is damaged'],
  ...[
    'pause all',
    'resume all',
    'resend all --dry-run',
    'discard all',
    `mute route all ${muting}`,
    'unmute route all',
  ].map((line): [string, string] => [
    `${line} --state nowhere`,
    'signalpost: --state: found nothing in nowhere; run Signalpost once, or name the directory in which it runs\n',
  ]),

  // Secrets.
  ...[...sendsNow, 'invoke deliver-digest'].map((line): [string, string, Given] => [
    line,
    'signalpost: secret DIGEST_SIGNING_SECRET: ',
    { env: { DIGEST_SIGNING_SECRET: secretPath } },
  ]),
  ...sendsNow.map((line): [string, string, Given] => [
    line,
    'signalpost: secret BRIDGE_ACCESS_TOKEN: it begins with the word Bearer; give only the token\n',
    { env: { BRIDGE_ACCESS_TOKEN: `Bearer ${secretPath}` } },
  ]),
  [
    'run --once',
    /the secret BRIDGE_ACCESS_TOKEN is .*\n.*the secret HOOK_URL is .*\n.*the secret DIGEST_SIGNING_SECRET is /,
    { ...secretAddress, env: { DIGEST_SIGNING_SECRET: '', BRIDGE_ACCESS_TOKEN: '' } },
  ],
  ['invoke compose-digests', 'DIGEST_SIGNING_SECRET', { env: { DIGEST_SIGNING_SECRET: '' } }],
  [
    'run --once',
    'signalpost: secret HOOK_URL: the address in it is plain http; write https',
    {
      // Not this machine by name, so that the config without "local" is taken.
      config: () => ({ ...secretAddress.config?.(), ...apiAt('https://0.0.0.0:2'), local: false }),
      env: { HOOK_URL: `http://127.0.0.1/${secretPath}` },
    },
  ],

  // A run.
  ['run --inbound-port 0', '--inbound-port: the config has no inbound; write it'],
  ['run --inbound-port 0', 'the secret EVENTS_SIGNING_SECRET is not set; ', { config: () => ({ inbound }) }],
  ['run --inbound-port x', 'Found "x"; give a whole number from 0 to 65535.'],
  ['run --once --inbound-port 0', '--inbound-port'],

  // An invocation.
  ['invoke compose-digest', `Allowed choices are ${Object.keys(functions).join(', ')}.`],
  ['invoke plan-polls --event none.json', "signalpost: --event: none.json can't be read (ENOENT); "],
  [
    'invoke plan-polls --event broken.json',
    'signalpost: --event: broken.json: is not JSON at line 2, column 10; fix it there\n',
  ],
  [
    'invoke plan-polls --event array.json',
    'signalpost: --event: found an array in array.json; an event is an object, ',
  ],
  ['invoke plan-polls --event seven.json', 'signalpost: --event: found 7 in seven.json; '],
  // They would be worked on for real.
  [
    'invoke poll-signals --event message.json --dry-run',
    'signalpost: --dry-run: message.json holds messages of a queue',
  ],

  // What operates.
  ['resend marketing', 'the config has: all'],
  ['resend all msg_1', 'DIGEST: route all has no digest "msg_1"; '],
  ["resend all msg_1 --since '1 hour'", '--since: found beside the digest msg_1; leave one of them out'],
  [`mute route al ${muting}`, 'no route is called "al"; the config has: all'],
  [
    `mute bridge Tendres ${muting}`,
    'NAME: found "Tendres", which is no known bridge; did you mean "Tenders"?\n',
  ],
  [
    `mute buyer ${unknownId} ${muting}`,
    `NAME: found "${unknownId}", which is no known buyer; give its name as digests show it, or its id: buyers lists both\n`,
  ],
  [
    "mute route all --until '3 days' --because ' '",
    '--because: found " "; write why, for the other operators',
  ],
  [
    `mute route all --until '3 days' --because ${'x'.repeat(201)}`,
    '--because: found 201 characters; write why',
  ],
  ['mute route all --because move', '--until: found ""; write a time with its zone'],
  [
    'mute route',
    'NAME: name the route to mute, such as npm run -s signalpost -- mute route sales --config config.json --state state; without',
  ],

  [`mute ${muting}`, '--until: found "3 days" beside a list of all mutes'],
  [`mute route all ${muting} --list`, 'NAME: found "all" beside a list of all mutes'],
  [`mute buyer '' ${muting}`, 'NAME: found "", which is no known buyer; give its name'],

  // What looks up.
  ['history abcdefgh --route all', '--route: found beside the digest abcdefgh; leave one of them out'],
  ["history --buyer ' '", `--buyer: found " "; give a buyer's id, or words of its name`],
  [
    'history abcdefgh',
    'DIGEST: found "abcdefgh", which is no digest of the last 90 days; to list them: npm run -s signalpost -- history --since 90d',
  ],
  ['history --route al', 'ROUTE: found "al", '],
  ["history --since 'some day'", '--since: found "some day"; write a time with its zone, '],
  ['history --limit 0', '--limit'],
  ["why ''", 'SIGNAL: found ""; give an id, or words of a name'],
  ['preview --at 2020-01-01T00:00:00Z', '--at: found "2020-01-01T00:00:00Z", which has passed'],
  ['preview --at 8am', '--at: found "8am"; write a time with its zone'],
  ['preview --since 3x', '--since: found "3x"; write a time with its zone'],
  ['preview --route al', 'no route is called "al"; the config has: all'],
  ['preview --columns none.json', 'none.json: file not found'],
  ['preview --columns columns.json', 'deadlin'],
  ['preview --columns columns.json --fresh', 'cannot be used with'],

  // A stage.
  ['deploy', "required option '--stage <name>' not specified"],
  ['diff', "required option '--stage <name>' not specified"],
  ['destroy', "required option '--stage <name>' not specified"],
  ['doctor --stage 1st', 'Found "1st"'],
  ['doctor --stage dev --state x', "option '--stage <name>' cannot be used with option '--state <dir>'"],
  [
    'doctor --take-ledger-from dev',
    '--take-ledger-from: found without --stage; name the stage that takes it',
  ],
  ['deploy --stage dev --outputs-file x', "unknown option '--outputs-file'"],
  ['deploy --stage prod', 'local: found true for the stage prod'],
  ['deploy --stage dev', '--yes: found neither this flag nor a terminal'],
  ['destroy --stage dev', '--yes is required without a terminal: the stage dev would be destroyed'],
  ['secrets set BRIDGE_ACCES_TOKEN --stage dev', 'it names BRIDGE_ACCESS_TOKEN'],
  ['secrets set BRIDGE_ACCESS_TOKEN', "required option '--stage <name>' not specified"],
])('`%s` ends with 2 before anything is asked or sent: %s', async (line, sentence, given = {}) => {
  state.configure(given.config?.());
  const asked = [bench.calls(), bench.inbox.requests.length];
  const own = [
    ...(line.includes('--config') ? [] : ['--config', 'config.json']),
    ...(/--sta[gt]e|^(deploy|diff|destroy|secrets)/.test(line) ? [] : ['--state', 'state']),
  ];
  const env = { BRIDGE_ACCESS_TOKEN: token, DIGEST_SIGNING_SECRET: signingSecret, ...given.env };

  const result = await runCli([...wordsOf(line), ...own], { cwd: state.directory, env });

  expect(result).toMatchObject({ exitCode: 2, signal: null, stdout: '' });
  expect(result.stderr).toMatch(sentence);
  expectCivil(result);
  expect([bench.calls(), bench.inbox.requests.length]).toEqual(asked);
});
