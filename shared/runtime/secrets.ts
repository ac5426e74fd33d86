/** Environment variables or `.env` on one machine, Secrets Manager in the cloud. */
export interface Secrets {
  /**
   * `fresh` reads the source instead of the cache: for a delivery, and once after a 401 or 403 of the API. Throws
   * `SecretUnavailableError`, which names the secret and never holds its value.
   */
  get(name: string, options?: { readonly fresh?: boolean }): Promise<string>;
}
