import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { addStacks } from '../../../infra/app.ts';
import { addChecks } from '../../../infra/checks.ts';
import type { ConfigInput } from '../../../shared/config/signalpost-config.ts';
import { exampleConfig } from './example-config.ts';

export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is whatever CDK wrote; the tests look at its parts.
  readonly Properties: any;
  readonly DependsOn?: readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

export interface StackTemplate {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, unknown>>;
}

export interface SynthesizeOptions {
  /** @default 'dev' */
  readonly stage?: string;
  /** @default exampleConfig */
  readonly config?: ConfigInput;
  /** Whether the functions' code is put together: not needed for the templates. @default false */
  readonly bundle?: boolean;
  /** Beside what `cdk.json` has. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** Called before the synthesis, to plant something. */
  readonly change?: (stacks: ReturnType<typeof addStacks>) => void;
}

/** The context of `cdk.json`, which decides much of what CDK writes. */
const { context: cdkContext } = JSON.parse(
  readFileSync(new URL('../../../cdk.json', import.meta.url), 'utf8'),
) as { readonly context: Record<string, unknown> };

/** An app with that context and the checks of cdk-nag. Its `outdir` stays until it is deleted. */
export function createApp(bundle: boolean, context: SynthesizeOptions['context'] = {}): App {
  const skipBundling = bundle ? {} : { 'aws:cdk:bundling-stacks': [] };
  const app = new App({
    outdir: mkdtempSync(join(tmpdir(), 'signalpost-infra-')),
    context: { ...cdkContext, ...context, ...skipBundling },
    // CloudFormation's own schemas take three seconds to load: `npm run synth` checks the real stacks by them.
    builtinCloudFormationValidation: false,
  });
  addChecks(app);
  return app;
}

/** What `cdk synth` does, in this process and with the same context. Throws on a finding of cdk-nag, as it does. */
export function synthesize(options: SynthesizeOptions = {}) {
  const { stage = 'dev', config = exampleConfig, bundle = false, context, change } = options;
  const app = createApp(bundle, context);
  const { outdir } = app;
  const remove = () => rmSync(outdir, { recursive: true, force: true });
  try {
    const stacks = addStacks(app, stage, config);
    change?.(stacks);
    const assembly = app.synth();
    const templateOf = ({ artifactId }: Stack): StackTemplate =>
      assembly.getStackArtifact(artifactId).template as StackTemplate;
    const running = templateOf(stacks.running);
    return {
      state: templateOf(stacks.state),
      running,
      /** Of every stack of the stage, by the stack's name. */
      templates: Object.fromEntries(
        assembly.stacks.map((stack) => [stack.stackName, stack.template as StackTemplate]),
      ),
      stacks: [stacks.state, stacks.running].map((stack) => ({
        name: stack.stackName,
        tags: assembly.getStackArtifact(stack.artifactId).tags,
        terminationProtection: stack.terminationProtection ?? false,
        warnings: Annotations.fromStack(stack)
          .findWarning('*', Match.anyValue())
          .map((warning) => String(warning.entry.data)),
      })),
      /** The bundles, by the logical id of their function. Empty unless `bundle` was asked for. */
      bundles: bundle ? bundlesOf(running, outdir) : {},
      /** Deletes the bundles. */
      remove,
    };
  } finally {
    if (!bundle) remove();
  }
}

function bundlesOf(template: StackTemplate, outdir: string): Record<string, string> {
  return Object.fromEntries(
    resourcesOf(template, 'AWS::Lambda::Function').map(([id, { Properties }]) => [
      id,
      join(outdir, `asset.${String(Properties.Code.S3Key).replace(/\.zip$/, '')}`),
    ]),
  );
}

export function resourcesOf(template: StackTemplate, type: string): [id: string, resource: Resource][] {
  return Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);
}
