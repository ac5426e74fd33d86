import { createServer } from 'node:http';
import { listenOnLoopback } from '../loopback.ts';

export interface LocalSecretsManager {
  readonly endpoint: string;
  /** The names that were asked for, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** `GetSecretValue` of Secrets Manager on loopback, and nothing else of it. */
export async function startSecretsManager(
  secrets: Readonly<Record<string, string>>,
): Promise<LocalSecretsManager> {
  const asked: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { SecretId } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { SecretId: string };
    asked.push(SecretId);
    const SecretString = secrets[SecretId];
    const known = incoming.headers['x-amz-target'] === 'secretsmanager.GetSecretValue' && SecretString;
    outgoing.writeHead(known ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
    outgoing.end(
      JSON.stringify(known ? { Name: SecretId, SecretString } : { __type: 'ResourceNotFoundException' }),
    );
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    endpoint: url,
    asked,
    close,
  };
}
