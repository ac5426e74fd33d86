import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openAccount } from '../../../cli/aws/account.ts';
import { findPlace } from '../../../cli/aws/place.ts';
import { settleEnvironment } from '../../../cli/aws/settle-environment.ts';
import { cdkEnvironment } from '../../../cli/deploy/cdk-environment.ts';

/**
 * Run by itself, with a directory to write to: prints as JSON where a command of this environment acts, and where CDK
 * acts that it starts.
 */
const [directory = ''] = process.argv.slice(2);
const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

await settleEnvironment(process.env);
const account = openAccount();
const signalpost = await findPlace(account);
account.close();

// What CDK found is in the environment of the app that it starts.
const app = `node -e "console.error('CDK acts in', process.env.CDK_DEFAULT_ACCOUNT, process.env.CDK_DEFAULT_REGION); process.exit(1)"`;
const { stderr } = spawnSync(
  process.execPath,
  [
    join(projectRoot, 'node_modules/aws-cdk/bin/cdk'),
    'list',
    '--app',
    app,
    '--output',
    join(directory, 'cdk.out'),
  ],
  {
    cwd: projectRoot,
    encoding: 'utf8',
    env: cdkEnvironment(process.env, signalpost, join(projectRoot, 'node_modules', '.bin')),
  },
);
const [, found = stderr, region = ''] = /CDK acts in (\S+) (\S+)/.exec(stderr) ?? [];
console.log(JSON.stringify({ signalpost, cdk: { account: found, region } }));
