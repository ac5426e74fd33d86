import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secretsManager } from '../../../shared/runtime/aws/services.ts';
import { createSignedClient } from '../../../shared/runtime/aws/signed-client.ts';
import {
  createCloudSecrets,
  type SecretsManagerOperations,
} from '../../../shared/runtime/secrets-manager.ts';
import { type AwsServer, startAwsServer } from '../../support/aws/aws-server.ts';
import { createFakeClock } from '../../support/time/fake-clock.ts';

const credentials = {
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG',
  AWS_SESSION_TOKEN: 'FwoGZXIvYXdzEXAMPLE',
};

describe("the functions' client of AWS", () => {
  let server: AwsServer;
  let environment: Record<string, string | undefined>;
  let clock: ReturnType<typeof createFakeClock>;
  beforeEach(async () => {
    server = await startAwsServer();
    environment = { AWS_REGION: 'eu-west-1', ...credentials, AWS_ENDPOINT_URL: server.endpoint };
    clock = createFakeClock(Date.now());
  });
  afterEach(() => server.close());

  const open = (random = () => 0.5) =>
    createSignedClient<SecretsManagerOperations>({
      service: secretsManager,
      timeouts: { connectMs: 3_000, requestMs: 10_000 },
      environment,
      clock,
      random,
    });
  const ask = (call = open()) => call('GetSecretValue', { SecretId: 'signalpost/dev/TOKEN' });

  it('reads a secret as it is stored', async () => {
    server.answer = ({ headers }) =>
      headers['x-amz-target'] === 'secretsmanager.GetSecretValue'
        ? { status: 200, body: { SecretString: 'grüße' } }
        : { status: 400, body: {} };
    const secrets = createCloudSecrets({ call: open(), stage: 'dev', clock });

    expect(await secrets.get('TOKEN')).toBe('grüße');
    expect(server.requests[0]?.headers['content-type']).toBe('application/x-amz-json-1.1');
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ SecretId: 'signalpost/dev/TOKEN' });
  });

  it('waits at random, twice as long before each attempt, and longer when it was throttled', async () => {
    server.answer = () => ({ status: 500, body: {} });
    await ask().catch(() => {});
    server.answer = () => ({ status: 400, body: { __type: 'ThrottlingException' } });
    await ask().catch(() => {});
    await ask(open(() => 0)).catch(() => {});
    expect(clock.slept).toEqual([25, 50, 500, 1_000, 0, 0]);
  });

  it('stops repeating when most calls fail, until some succeed', async () => {
    const call = open();
    server.answer = () => ({ status: 503, body: {} });
    for (let number = 0; number < 17; number++) await ask(call).catch(() => {});
    const repeated = server.requests.length;
    await ask(call).catch(() => {});
    await ask(call).catch(() => {});
    expect(server.requests.length - repeated).toBe(3);

    server.answer = () => ({ status: 200, body: {} });
    for (let number = 0; number < 14; number++) await ask(call);
    server.answer = (_, number) => ({ status: number === recovered ? 503 : 200, body: {} });
    const recovered = server.requests.length + 1;
    await expect(ask(call)).resolves.toEqual({});
  });

  it('repeats a call whose connection was taken for another protocol', async () => {
    server.answer = (_, number) =>
      number === 1
        ? { status: 101, body: '', headers: { connection: 'Upgrade', upgrade: 'other' } }
        : { status: 200, body: { SecretString: 'abc' } };
    expect(await ask()).toEqual({ SecretString: 'abc' });
  });

  it('never has a credential in an error', async () => {
    // AWS explains a wrong signature with the canonical form of the request.
    server.answer = ({ headers }) => ({
      status: 400,
      body: {
        __type: 'InvalidSignatureException',
        message: `The Canonical String should have been x-amz-security-token:${headers['x-amz-security-token']} AKIDEXAMPLE wJalrXUtnFEMI/K7MDENG`,
      },
    });
    const failures = [await ask().catch((error: unknown) => error)];
    server.answer = () => 'cut';
    failures.push(await ask().catch((error: unknown) => error));
    server.answer = ({ headers }) => ({ status: 200, body: `no JSON: ${headers['x-amz-security-token']}` });
    failures.push(await ask().catch((error: unknown) => error));

    for (const failure of failures) {
      expect(failure).toBeInstanceOf(Error);
      const all =
        JSON.stringify(failure, Object.getOwnPropertyNames(failure)) + String((failure as Error).cause);
      for (const credential of Object.values(credentials)) expect(all).not.toContain(credential);
    }
    expect(failures[0]).toMatchObject({ message: expect.stringContaining('Canonical String') });
  });

  it('reads its credentials at each call', async () => {
    const call = open();
    await ask(call);
    environment.AWS_ACCESS_KEY_ID = 'AKIDOTHER';
    delete environment.AWS_SESSION_TOKEN;
    await ask(call);

    const [first, second] = server.requests.map(({ headers }) => headers);
    expect(first?.authorization).toContain('Credential=AKIDEXAMPLE/');
    expect(second?.authorization).toContain('Credential=AKIDOTHER/');
    expect(second).not.toHaveProperty('x-amz-security-token');
  });

  it('passes on the trace of the invocation, by which Lambda finds endless loops', async () => {
    await ask();
    environment._X_AMZN_TRACE_ID = 'Root=1-5759e988-bd862e3fe1be46a994272793;Lineage=a:1';
    await ask();

    const traces = server.requests.map(({ headers }) => headers['x-amzn-trace-id']);
    expect(traces).toEqual([undefined, environment._X_AMZN_TRACE_ID]);
    expect(server.requests[1]?.headers.authorization).not.toContain('trace');
  });

  it.each(['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])(
    'names the variable %s when it is missing',
    async (name) => {
      delete environment[name];
      await expect(ask()).rejects.toThrow(`environment variable ${name}: not set`);
      expect(server.requests).toEqual([]);
    },
  );
});
