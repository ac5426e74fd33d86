/** Where secrets come from: environment variables or `.env` on one machine, Secrets Manager in the cloud. */
export interface Secrets {
  /**
   * The secret's text. `fresh` asks the source again instead of the cache: once, after a 401 or 403.
   * Throws `SecretUnavailableError`, which names the secret and never holds its value.
   */
  get(name: string, options?: { readonly fresh?: boolean }): Promise<string>;
}

export class SecretUnavailableError extends Error {
  override readonly name = 'SecretUnavailableError';
  readonly code = 'SECRET_UNAVAILABLE';
  readonly secret: string;
  constructor(secret: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.secret = secret;
  }
}
