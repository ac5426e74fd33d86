interface SdkTimeouts {
  readonly connectionTimeout: number;
  readonly requestTimeout: number;
  readonly throwOnRequestTimeout: true;
}

/**
 * The `requestHandler` of an AWS SDK client, in milliseconds. By default the SDK waits forever, and with only a
 * `requestTimeout` it warns and keeps waiting: a hanging function costs money until its timeout.
 */
export function sdkTimeouts(connectionTimeout: number, requestTimeout: number): SdkTimeouts {
  return { connectionTimeout, requestTimeout, throwOnRequestTimeout: true };
}
