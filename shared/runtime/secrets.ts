/** Where secrets come from: environment variables or `.env` on one machine, Secrets Manager in the cloud. */
export interface Secrets {
  /**
   * The secret's text. `fresh` asks the source again instead of the cache: once, after a 401 or 403.
   * Throws `SecretUnavailableError`, which names the secret and never holds its value.
   */
  get(name: string, options?: { readonly fresh?: boolean }): Promise<string>;
}

/** A value that was changed is used by then, also where nobody asks for a fresh one: a receiver may answer 400 to an old signature. */
export const secretKeptForMs = 5 * 60_000;

export class SecretUnavailableError extends Error {
  override readonly name = 'SecretUnavailableError';
  readonly code = 'SECRET_UNAVAILABLE';
  readonly secret: string;
  constructor(secret: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.secret = secret;
  }
}
