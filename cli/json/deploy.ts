import * as v from 'valibot';
import { count, text, texts, time, told } from './fields.ts';

const stage = text;
const place = { account: text, region: text };

/** What the commands of "deploy" print with `--json`. */
export const deployOutputs = {
  deploy: v.object({
    stage,
    ...place,
    kept: told(texts, 'What is kept for routes that the config no longer has.'),
    next: told(texts, 'What runs now, and the commands that show it.'),
  }),
  diff: v.object({
    stage,
    region: text,
    differing: told(v.nullable(count), 'The number of stacks with differences; null if CDK did not say it.'),
  }),
  destroy: v.object({ stage, ...place, result: text }),
  'secrets set': v.object({
    name: text,
    storedIn: told(texts, 'The names of its scopes in Secrets Manager.'),
    did: v.picklist(['created', 'changed']),
  }),
  'secrets list': v.object({
    stage,
    secrets: v.array(
      v.object({
        name: text,
        storedIn: told(
          text,
          'The name of a scope in Secrets Manager. A secret that two scopes use is listed twice.',
        ),
        usedBy: told(texts, 'Empty if the config does not use it there.'),
        state: v.picklist(['there', 'missing', 'unused']),
        changedAt: told(v.nullable(time), 'Null if `secrets set` did not set it.'),
      }),
    ),
  }),
};
