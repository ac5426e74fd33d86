/**
 * Settings of every client of AWS's SDK. By default the SDK waits forever, and with only a `requestTimeout` it warns
 * and keeps waiting: a hanging function costs money until its timeout.
 *
 * @param connectMs the time to connect
 * @param requestMs the time from a request until its answer begins, and the longest pause within the answer
 */
export function sdkSettings(connectMs: number, requestMs: number) {
  return {
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: requestMs,
      socketTimeout: requestMs,
      throwOnRequestTimeout: true,
    },
  };
}
