import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProject } from '../../../../cli/aws/find-project.ts';

const packageApp = { app: 'node node_modules/signalpost/dist/infra/app.js' };

describe('the project that CDK deploys', () => {
  let root: string;
  /** In the package: no cdk.json is beside the code. */
  let code: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'signalpost-project-'));
    code = join(root, 'my-alerts/node_modules/signalpost/dist');
    mkdirSync(join(root, 'my-alerts/conf'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function write(file: string, content: object): void {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), JSON.stringify(content));
  }

  function installCdk(folder: string): string {
    write(`${folder}/node_modules/aws-cdk/package.json`, { name: 'aws-cdk' });
    write(`${folder}/node_modules/aws-cdk/bin/cdk`, {});
    return join(root, folder, 'node_modules/aws-cdk/bin/cdk');
  }

  it('is found from a folder inside it, with its own CDK', () => {
    write('my-alerts/cdk.json', packageApp);
    const cdk = installCdk('my-alerts');

    expect(findProject(join(root, 'my-alerts/conf'), code)).toEqual({ folder: join(root, 'my-alerts'), cdk });
  });

  it('takes the CDK that a workspace installed above it', () => {
    write('my-alerts/cdk.json', packageApp);
    const cdk = installCdk('.');

    expect(findProject(join(root, 'my-alerts'), code).cdk).toBe(cdk);
  });

  it('is the clone for its own code, also from inside another CDK app', () => {
    write('clone/cdk.json', { app: 'node infra/app.ts' });
    const cdk = installCdk('clone');
    write('my-alerts/cdk.json', { app: 'node bin/theirs.js' });

    const clone = join(root, 'clone');
    expect(findProject(join(root, 'my-alerts'), clone)).toEqual({ folder: clone, cdk });
  });

  it("is never somebody else's CDK app, whose stacks would all be deployed", () => {
    write('my-alerts/cdk.json', { app: 'node bin/theirs.js' });
    installCdk('my-alerts');

    expect(() => findProject(join(root, 'my-alerts'), code)).toThrow(
      /its app is not .*infra\/app\.js.*npx cdk/,
    );
  });

  it('without CDK fails with the command that installs it', () => {
    write('my-alerts/cdk.json', packageApp);

    expect(() => findProject(join(root, 'my-alerts'), code)).toThrow(
      `cdk: not installed in ${join(root, 'my-alerts')}; run npm install -D aws-cdk aws-cdk-lib constructs`,
    );
  });

  it('that is nowhere fails with the folder where the search began', () => {
    expect(() => findProject(join(root, 'my-alerts/conf'), code)).toThrow(
      `cdk.json: not found in ${join(root, 'my-alerts/conf')} or above`,
    );
  });
});
