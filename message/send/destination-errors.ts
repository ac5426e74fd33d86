import { TransportError } from '../../shared/domain/errors.ts';

/** The address may not be reached. The sentence names the host at most: paths and queries carry secrets. */
export class DestinationRefusedError extends Error {
  override readonly name = 'DestinationRefusedError';
  readonly code = 'DESTINATION_REFUSED';
}

export class DeliveryTransportError extends TransportError {
  /** True once the connection stood: the destination may have taken the digest, so the attempt is ambiguous. */
  readonly bytesLeft: boolean;
  constructor(
    code: TransportError['code'],
    message: string,
    options: { readonly bytesLeft: boolean; readonly cause?: unknown },
  ) {
    super(code, message, options.cause === undefined ? undefined : { cause: options.cause });
    this.bytesLeft = options.bytesLeft;
  }
}

/** A secret was read but can't be used as what the config says it is. Names the secret and the fix, never its value. */
export class UnusableSecretError extends Error {
  override readonly name = 'UnusableSecretError';
  readonly code = 'UNUSABLE_SECRET';
}
