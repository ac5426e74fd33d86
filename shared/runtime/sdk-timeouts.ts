interface SdkTimeouts {
  readonly connectionTimeout: number;
  readonly requestTimeout: number;
  readonly throwOnRequestTimeout: true;
}

/**
 * The `requestHandler` of a client of AWS's SDK, in milliseconds. The SDK waits for ever unless told otherwise, and
 * with a `requestTimeout` alone it only warns and waits on: a function that hangs is paid for until its timeout.
 */
export function sdkTimeouts(connectionTimeout: number, requestTimeout: number): SdkTimeouts {
  return { connectionTimeout, requestTimeout, throwOnRequestTimeout: true };
}
