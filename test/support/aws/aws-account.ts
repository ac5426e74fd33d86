import { type AwsAnswer, type AwsRequest, startAwsServer } from './aws-server.ts';

export interface StoredSecret {
  /** Of the version with the label AWSCURRENT. */
  value: string;
  /** The id of that version. @default first */
  version?: string;
  /** Other versions by their ids. */
  others?: Map<string, string>;
  tags: Readonly<Record<string, string>>;
  markedForDeletion: boolean;
}

export type FakeAccount = Awaited<ReturnType<typeof startFakeAccount>>;

/**
 * As much of AWS as the commands and the functions call, on loopback: who asks, stacks and their outputs, invokes, and
 * secrets. Everything else is answered with an error that no test expects.
 */
export async function startFakeAccount() {
  const calls: string[] = [];
  const invoked: { functionName: string; event: unknown }[] = [];
  const server = await startAwsServer();
  server.answer = (request) => {
    const { operation, answer } = operate(request);
    calls.push(operation);
    account.meanwhile(operation);
    return answer();
  };

  function operate({ headers, path, body }: AwsRequest) {
    const functionName = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(path)?.[1];
    if (functionName !== undefined) {
      return {
        operation: 'Invoke',
        answer: () => invoke(decodeURIComponent(functionName), JSON.parse(body)),
      };
    }
    if (path === '/2016-08-19/account-settings')
      return {
        operation: 'GetAccountSettings',
        answer: () => json({ AccountLimit: { UnreservedConcurrentExecutions: 1000 } }),
      };
    const target = String(headers['x-amz-target'] ?? '').split('.')[1];
    if (target === 'GetParameter') {
      return { operation: target, answer: () => getParameter(JSON.parse(body).Name) };
    }
    if (target !== undefined) {
      return { operation: target, answer: () => operateSecret(target, JSON.parse(body), account.secrets) };
    }
    const form = new URLSearchParams(body);
    const operation = form.get('Action') ?? 'unknown';
    return { operation, answer: () => query(operation, form.get('StackName') ?? '') };
  }

  function invoke(functionName: string, event: unknown): AwsAnswer {
    invoked.push({ functionName, event });
    try {
      return json(account.answer(functionName, event));
    } catch (error) {
      const { name, message } = error as Error;
      const failure = { errorType: name, errorMessage: message, trace: [] };
      return { ...json(failure), headers: { 'x-amz-function-error': 'Unhandled' } };
    }
  }

  function getParameter(Name: string): AwsAnswer {
    const Value = account.parameters.get(Name);
    return Value === undefined ? jsonError('ParameterNotFound') : json({ Parameter: { Name, Value } });
  }

  function query(operation: string, stack: string): AwsAnswer {
    if (operation === 'GetCallerIdentity') {
      const arn = 'arn:aws:sts::111122223333:assumed-role/Admin/rita@example.com';
      return xml(operation, `<Account>111122223333</Account><UserId>AROA:rita</UserId><Arn>${arn}</Arn>`);
    }
    const outputs = account.stacks.get(stack);
    if (operation !== 'DescribeStacks' || outputs === undefined) {
      return xmlError('ValidationError', `Stack with id ${stack} does not exist`);
    }
    const members = Object.entries(outputs).map(
      ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    const told =
      `<StackName>${stack}</StackName><StackStatus>CREATE_COMPLETE</StackStatus>` +
      `<CreationTime>2026-11-21T08:00:00Z</CreationTime><Outputs>${members.join('')}</Outputs>`;
    return xml(operation, `<Stacks><member>${told}</member></Stacks>`);
  }

  const { endpoint, close } = server;
  const account = {
    endpoint,
    /** For a process of its own: the environment that leads it here, and to nothing of this machine's user. */
    environment: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_CONFIG_FILE: '/nowhere/config',
      AWS_SHARED_CREDENTIALS_FILE: '/nowhere/credentials',
      AWS_EC2_METADATA_DISABLED: 'true',
    },
    secrets: new Map<string, StoredSecret>(),
    /** The outputs of each stack by its name: what is not here does not exist. */
    stacks: new Map<string, Readonly<Record<string, string>>>(),
    /** SSM's parameters by their names. */
    parameters: new Map<string, string>(),
    /** The operations that were called, in order. */
    calls: calls as readonly string[],
    /** What was invoked, in order. */
    invoked: invoked as readonly (typeof invoked)[number][],
    /** What an invoked function does: what it returns is the answer, what it throws its failure. */
    answer: (_functionName: string, _event: unknown): unknown => ({}),
    /** Called before each operation is answered: what others do meanwhile. */
    meanwhile: (_operation: string): void => undefined,
    close,
  };
  return account;
}

interface SecretInput {
  readonly SecretId?: string;
  readonly Name?: string;
  readonly SecretString?: string;
  readonly VersionStages?: readonly string[];
  readonly RemoveFromVersionId?: string;
  readonly MoveToVersionId?: string;
  readonly Tags?: readonly { readonly Key: string; readonly Value: string }[];
}

function operateSecret(operation: string, input: SecretInput, secrets: Map<string, StoredSecret>): AwsAnswer {
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
  const current = found.version ?? 'first';
  if (operation === 'GetSecretValue')
    return json({ Name: id, SecretString: found.value, VersionId: current });
  found.others ??= new Map();
  if (operation === 'PutSecretValue' && input.VersionStages?.includes('AWSCURRENT') === false) {
    const VersionId = `version-${found.others.size + 1}`;
    found.others.set(VersionId, SecretString);
    return json({ Name: id, VersionId });
  }
  if (operation === 'UpdateSecretVersionStage') {
    const { RemoveFromVersionId, MoveToVersionId = '' } = input;
    if (RemoveFromVersionId !== current) return jsonError('InvalidParameterException');
    found.value = found.others.get(MoveToVersionId) ?? '';
    found.version = MoveToVersionId;
    return json({ Name: id });
  }
  return jsonError('UnexpectedOperation');
}

const json = (body: unknown): AwsAnswer => ({ status: 200, body: JSON.stringify(body) });
const jsonError = (name: string): AwsAnswer => ({ status: 400, body: { __type: name } });

const asXml = { 'content-type': 'text/xml' };

function xml(operation: string, inner: string): AwsAnswer {
  const result = `<${operation}Result>${inner}</${operation}Result>`;
  return { status: 200, headers: asXml, body: `<${operation}Response>${result}</${operation}Response>` };
}

function xmlError(code: string, message: string): AwsAnswer {
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status: 400, headers: asXml, body: `<ErrorResponse>${error}</ErrorResponse>` };
}
