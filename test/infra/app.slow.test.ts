import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPlace } from '../../infra/app.ts';
import { checkStageName } from '../../infra/settle.ts';
import { checkStageTakes } from '../../shared/config/check-stage.ts';
import type { ConfigInput } from '../../shared/config/signalpost-config.ts';
import { exampleConfig } from '../support/infra/example-config.ts';
import { synthesize } from '../support/infra/synthesize.ts';

describe('the app', () => {
  const { stacks, state, running } = synthesize({ stage: 'eu-test' });

  it('names and tags the stacks by their stage, nothing else by hand, and warns of nothing', () => {
    expect(stacks.map(({ name }) => name)).toEqual(['signalpost-eu-test-state', 'signalpost-eu-test']);
    for (const { tags, warnings } of stacks) {
      expect(tags).toEqual({ project: 'signalpost', stage: 'eu-test' });
      expect(warnings).toEqual([]);
    }
    const names = /^(Table|Queue|Function|Role|LogGroup|Topic|Alarm|Dashboard)?Name$/;
    for (const [id, { Type, Properties }] of Object.entries({
      ...state.Resources,
      ...running.Resources,
    })) {
      // An event source and an invoke configuration name the function they belong to.
      // The CLI finds the stage by this name.
      if (Type === 'AWS::SSM::Parameter') continue;
      const own = Type === 'AWS::Lambda::Function' || !Type.startsWith('AWS::Lambda::');
      const named = Object.keys(Properties).filter(
        (key) => names.test(key) && (own || key !== 'FunctionName'),
      );
      expect({ id, named }).toEqual({ id, named: [] });
    }
  });

  it('makes no secret, and holds the value of none', () => {
    const templates = JSON.stringify([state, running]);
    expect(templates).not.toContain('AWS::SecretsManager::');
    expect(templates).not.toContain('{{resolve:');
  });

  it.each<[string, Partial<ConfigInput>]>([
    ['says nothing of alarms', {}],
    ['only sends a mail', { alarms: { email: 'ops@example.com', quietAfter: '3 days' } }],
  ])('refuses a config for prod that %s', (_, said) => {
    const config = { ...exampleConfig, ...said };

    expect(() => synthesize({ stage: 'prod', config })).toThrow(
      'alarms.to: is missing for the stage prod: nobody would be told when it fails; add "to" to alarms, or write "alarms": "none"',
    );
    expect(() => synthesize({ stage: 'dev', config })).not.toThrow();
    expect(() => synthesize({ stage: 'prod', config: { ...config, alarms: 'none' } })).not.toThrow();
  });

  it('takes a table of the stage for its ledger, and refuses that of another stage', () => {
    const config = {
      ...exampleConfig,
      tellsNobody: true,
      ledger: { table: 'signalpost-prod-state-restored' },
    };

    expect(() => checkStageTakes(checkStageName('prod'), config)).not.toThrow();
    expect(() => checkStageTakes(checkStageName('dev'), config)).toThrow(
      'ledger.table: found "signalpost-prod-state-restored" for the stage dev; name a table that begins with signalpost-dev-state-',
    );
  });

  it.each(['', 'Dev', '1st', 'a_b', 'dev-state', 'dev-diff', 'a'.repeat(21), 7, true])(
    'refuses %j as a stage',
    (stage) => {
      expect(() => synthesize({ stage: stage as string })).toThrow(`stage: found ${JSON.stringify(stage)};`);
    },
  );
});

describe('the place where CDK would act', () => {
  const here = { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: 'eu-west-1' };
  const check = (given: Readonly<Record<string, string>>, environment: NodeJS.ProcessEnv = here) =>
    checkPlace((name) => given[name], environment);

  it('is the one that was given, any if none was, and is not checked without credentials', () => {
    expect(() => check({})).not.toThrow();
    expect(() => check({ account: '111122223333', region: 'eu-west-1' })).not.toThrow();
    expect(() => check({ account: '111122223333', region: 'us-east-1' }, {})).not.toThrow();
    expect(() => check({ account: '111122223333', region: 'us-east-1' })).toThrow(
      'region: CDK found eu-west-1, signalpost found us-east-1; remove "profile" and "region" from ~/.cdk.json, and set AWS_PROFILE and AWS_REGION',
    );
  });
});

describe('node infra/app.ts', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'signalpost-app-'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  /** As CDK starts it. */
  function run(context: Readonly<Record<string, string>>, environment: NodeJS.ProcessEnv = {}) {
    return spawnSync(process.execPath, ['infra/app.ts'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      encoding: 'utf8',
      env: {
        ...process.env,
        ...environment,
        CDK_OUTDIR: directory,
        CDK_CONTEXT_JSON: JSON.stringify(context),
      },
    });
  }

  it('ends with the problems of a bad config and no stack trace', () => {
    const config = join(directory, 'config.json');
    writeFileSync(
      config,
      JSON.stringify({ ...exampleConfig, watch: { ...exampleConfig.watch, every: 'often' } }),
    );

    const { status, stderr } = run({ config });

    expect(status).toBe(1);
    expect(stderr).toContain('watch.every');
    expect(stderr).toContain('"often"');
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('goes no further where CDK acts in another account than the command that started it', () => {
    const { status, stderr } = run({ account: '111122223333' }, { CDK_DEFAULT_ACCOUNT: '444455556666' });

    expect(status).toBe(1);
    expect(stderr).toContain('account: CDK found 444455556666, signalpost found 111122223333;');
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
