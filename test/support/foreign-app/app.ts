import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { addChecks } from '../../../infra/checks.ts';
import { type ForeignConfigs, ForeignStack } from './stack.ts';

/** Somebody else's CDK app: `cdk deploy --app "node …/app.ts" -c configs=FILE`. */
const app = new App();
addChecks(app);
const configs = JSON.parse(readFileSync(app.node.getContext('configs'), 'utf8')) as ForeignConfigs;
new ForeignStack(app, 'watchtower', configs);
