import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../loopback.ts';

export interface StoredSecret {
  value: string;
  tags: Readonly<Record<string, string>>;
  markedForDeletion: boolean;
}

export interface FakeAccount {
  /** For a process of its own: the environment that leads it here, and to nothing of this machine's user. */
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: Map<string, StoredSecret>;
  /** By the stack's name: its status and outputs. */
  readonly stacks: Map<
    string,
    { readonly status: string; readonly outputs: Readonly<Record<string, string>> }
  >;
  /** The operations that were called, in order. */
  readonly calls: readonly string[];
  close(): Promise<void>;
}

/**
 * As much of AWS as the doctor and `secrets` call, on loopback: who asks, stacks and their outputs, and secrets.
 * Everything else is answered with an error that no test expects.
 */
export async function startFakeAccount(): Promise<FakeAccount> {
  const secrets: FakeAccount['secrets'] = new Map();
  const stacks: FakeAccount['stacks'] = new Map();
  const calls: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    const { operation, answer } = operate(incoming, body, { secrets, stacks });
    calls.push(operation);
    outgoing.writeHead(answer.status, { 'content-type': answer.type });
    outgoing.end(answer.body);
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_CONFIG_FILE: '/nowhere/config',
      AWS_SHARED_CREDENTIALS_FILE: '/nowhere/credentials',
      AWS_EC2_METADATA_DISABLED: 'true',
    },
    secrets,
    stacks,
    calls,
    close,
  };
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

function operate(
  incoming: IncomingMessage,
  body: string,
  { secrets, stacks }: Pick<FakeAccount, 'secrets' | 'stacks'>,
): { readonly operation: string; readonly answer: Answer } {
  const target = String(incoming.headers['x-amz-target'] ?? '').split('.')[1];
  if (target !== undefined)
    return { operation: target, answer: operateSecret(target, JSON.parse(body), secrets) };
  const form = new URLSearchParams(body);
  const operation = form.get('Action') ?? 'unknown';
  if (operation === 'GetCallerIdentity') {
    const account = accountOf(incoming.headers.authorization);
    const arn = `arn:aws:sts::${account}:assumed-role/Admin/rita@example.com`;
    const told = `<Account>${account}</Account><UserId>AROA:rita</UserId><Arn>${arn}</Arn>`;
    return { operation, answer: xml(200, operation, told) };
  }
  if (operation === 'DescribeStacks')
    return { operation, answer: describeStack(form.get('StackName') ?? '', stacks) };
  return { operation, answer: xmlError('UnexpectedOperation', operation) };
}

/** Of whom a call is: an access key `of444455556666` belongs to that account, any other to this one. */
function accountOf(authorization = ''): string {
  return /Credential=of(\d{12})\//.exec(authorization)?.[1] ?? '111122223333';
}

function describeStack(name: string, stacks: FakeAccount['stacks']): Answer {
  const stack = stacks.get(name);
  if (!stack) return xmlError('ValidationError', `Stack with id ${name} does not exist`);
  const outputs = Object.entries(stack.outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  const told =
    `<StackName>${name}</StackName><StackStatus>${stack.status}</StackStatus>` +
    `<CreationTime>2026-11-21T00:00:00Z</CreationTime><Outputs>${outputs.join('')}</Outputs>`;
  return xml(200, 'DescribeStacks', `<Stacks><member>${told}</member></Stacks>`);
}

interface SecretInput {
  readonly SecretId?: string;
  readonly Name?: string;
  readonly SecretString?: string;
  readonly Tags?: readonly { readonly Key: string; readonly Value: string }[];
}

function operateSecret(operation: string, input: SecretInput, secrets: FakeAccount['secrets']): Answer {
  const id = input.SecretId ?? input.Name ?? '';
  const found = secrets.get(id);
  const { SecretString = '' } = input;
  if (operation === 'CreateSecret') {
    if (found) return jsonError('ResourceExistsException');
    const tags = Object.fromEntries((input.Tags ?? []).map(({ Key, Value }) => [Key, Value]));
    secrets.set(id, { value: SecretString, tags, markedForDeletion: false });
    return json({ Name: id });
  }
  if (!found) return jsonError('ResourceNotFoundException');
  // Seconds since the epoch: the service's own form.
  const created = { Name: id, CreatedDate: 1_795_000_000, LastChangedDate: 1_795_086_400 };
  if (operation === 'DescribeSecret') {
    return json({ ...created, ...(found.markedForDeletion && { DeletedDate: 1_795_100_000 }) });
  }
  if (operation === 'RestoreSecret') {
    found.markedForDeletion = false;
    return json({ Name: id });
  }
  if (found.markedForDeletion) return jsonError('InvalidRequestException');
  if (operation === 'GetSecretValue') return json({ Name: id, SecretString: found.value });
  if (operation === 'PutSecretValue') {
    found.value = SecretString;
    return json({ Name: id });
  }
  return jsonError('UnexpectedOperation');
}

const json = (answer: object): Answer => ({
  status: 200,
  type: 'application/x-amz-json-1.1',
  body: JSON.stringify(answer),
});

const jsonError = (name: string): Answer => ({ ...json({ __type: name }), status: 400 });

function xml(status: number, operation: string, inner: string): Answer {
  const result = `<${operation}Result>${inner}</${operation}Result>`;
  return { status, type: 'text/xml', body: `<${operation}Response>${result}</${operation}Response>` };
}

function xmlError(code: string, message: string): Answer {
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status: 400, type: 'text/xml', body: `<ErrorResponse>${error}</ErrorResponse>` };
}
