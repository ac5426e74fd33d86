import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createProgram } from '../../../cli/program.ts';
import { defaultConfig, defaultState } from '../../../view/words/suggest.ts';
import { read } from './documents.ts';

const dockerfile = read('Dockerfile').replaceAll(/\\\n\s+/g, '');
/** The words of an instruction of the last stage, which Docker starts without a shell. */
const wordsOf = (pattern: RegExp): string[] => JSON.parse(pattern.exec(dockerfile)?.[1] ?? '[]');
const entry = wordsOf(/^ENTRYPOINT (.*)$/m);
const health = wordsOf(/^HEALTHCHECK .*CMD (.*)$/m);

const { commands } = await createProgram();

describe('the container', () => {
  it('runs the pipeline, and its health is the last tick', () => {
    expect(wordsOf(/^CMD (.*)$/m)).toEqual(['run']);
    expect(health).toEqual([...entry, 'status', '--tick']);
    const status = commands.find((one) => one.name() === 'status');
    expect(status?.options.map(({ long }) => long)).toContain('--tick');
  });

  it('has its config and its state where a command looks for them', () => {
    const directory = /^WORKDIR (.*)$/m.exec(dockerfile)?.[1];
    const { services } = parse(read('compose.yaml'));
    const [config, state] = services.signalpost.volumes as string[];

    expect(config).toBe(`./${defaultConfig}:${directory}/${defaultConfig}:ro`);
    expect(state).toBe(`state:${directory}/${defaultState}`);
    expect(dockerfile).toContain(`VOLUME ${directory}/${defaultState}\n`);
  });

  it('has no user of root, and brings only the package', () => {
    expect(dockerfile).toMatch(/^USER 65532:65532$/m);
    expect(read('.dockerignore')).toBe('*\n!dist/signalpost\n');
  });
});
