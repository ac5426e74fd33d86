/** Credentials from Lambda's variables, under the name of the SDK's default provider chain, which this module replaces. */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
