interface SdkSettings {
  readonly requestHandler: {
    readonly connectionTimeout: number;
    readonly requestTimeout: number;
    readonly socketTimeout: number;
    readonly throwOnRequestTimeout: true;
  };
  readonly streamCollector: (body: AsyncIterable<Uint8Array>) => Promise<Uint8Array>;
}

/** DynamoDB answers with at most 16 MB of data, and its JSON is hardly twice that. */
const mostBytes = 32_000_000;

/**
 * Settings of every client of AWS's SDK. By default the SDK waits forever, and with only a `requestTimeout` it warns
 * and keeps waiting: a hanging function costs money until its timeout. It also reads an answer of any size into memory.
 *
 * @param connectMs the time to connect
 * @param requestMs the time from a request until its answer begins, and the longest pause within the answer
 */
export function sdkSettings(connectMs: number, requestMs: number): SdkSettings {
  return {
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: requestMs,
      socketTimeout: requestMs,
      throwOnRequestTimeout: true,
    },
    streamCollector: readCapped,
  };
}

async function readCapped(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new Error(`AWS answered with more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
