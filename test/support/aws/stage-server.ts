import { createServer, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../loopback.ts';

export interface StageServer {
  readonly endpoint: string;
  /** The outputs of each stack by its name: what is not here does not exist. */
  readonly stacks: Map<string, Readonly<Record<string, string>>>;
  /** Of a stack by its name, where it is another than CREATE_COMPLETE. */
  readonly statuses: Map<string, string>;
  /** What was invoked, in order. */
  readonly invoked: readonly { readonly functionName: string; readonly event: unknown }[];
  /** What an invoked function does: what it returns is the answer, what it throws its failure. */
  answer: (functionName: string, event: unknown) => unknown;
  /** An error of AWS's for every call, instead of an answer. */
  refusal: { readonly status: number; readonly code: string; readonly message: string } | null;
  close(): Promise<void>;
}

/** `DescribeStacks` of CloudFormation and `Invoke` of Lambda on loopback, and nothing else of them. */
export async function startStageServer(): Promise<StageServer> {
  const invoked: { functionName: string; event: unknown }[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const functionName = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(incoming.url ?? '')?.[1];
    if (functionName === undefined) describeStack(outgoing, new URLSearchParams(body));
    else invoke(outgoing, decodeURIComponent(functionName), JSON.parse(body));
  });

  const stage: Omit<StageServer, 'endpoint' | 'close'> = {
    stacks: new Map(),
    statuses: new Map(),
    invoked,
    answer: () => ({}),
    refusal: null,
  };

  function describeStack(outgoing: ServerResponse, query: URLSearchParams): void {
    const name = query.get('StackName') ?? '';
    const outputs = stage.stacks.get(name);
    outgoing.setHeader('content-type', 'text/xml');
    const missing = { status: 400, code: 'ValidationError', message: `Stack with id ${name} does not exist` };
    const error = stage.refusal ?? (outputs === undefined ? missing : null);
    if (error !== null) {
      const { status, code, message } = error;
      outgoing.writeHead(status);
      outgoing.end(
        `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
      );
      return;
    }
    const members = Object.entries(outputs ?? {}).map(
      ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    const status = stage.statuses.get(name) ?? 'CREATE_COMPLETE';
    const stack =
      `<member><StackName>${name}</StackName><StackStatus>${status}</StackStatus>` +
      `<CreationTime>2026-11-21T08:00:00Z</CreationTime><Outputs>${members.join('')}</Outputs></member>`;
    outgoing.end(
      `<DescribeStacksResponse><DescribeStacksResult><Stacks>${stack}</Stacks></DescribeStacksResult></DescribeStacksResponse>`,
    );
  }

  function invoke(outgoing: ServerResponse, functionName: string, event: unknown): void {
    invoked.push({ functionName, event });
    outgoing.setHeader('content-type', 'application/json');
    if (stage.refusal !== null) {
      const { status, code, message } = stage.refusal;
      outgoing.writeHead(status, { 'x-amzn-errortype': code });
      outgoing.end(JSON.stringify({ message }));
      return;
    }
    try {
      outgoing.end(JSON.stringify(stage.answer(functionName, event)));
    } catch (error) {
      const { name, message } = error as Error;
      outgoing.setHeader('x-amz-function-error', 'Unhandled');
      outgoing.end(JSON.stringify({ errorType: name, errorMessage: message, trace: [] }));
    }
  }

  const { url, close } = await listenOnLoopback(server);
  return Object.assign(stage, {
    endpoint: url,
    close,
  });
}
