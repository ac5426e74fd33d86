import { Stack, type StackProps } from 'aws-cdk-lib';
import { OidcProviderNative } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/** The issuer of the tokens of GitHub's jobs, and their required audience. */
export const githubIssuer = 'token.actions.githubusercontent.com';
export const tokenAudience = 'sts.amazonaws.com';

/** Lets the account verify GitHub's tokens. An account can have only one. */
export class GithubProviderStack extends Stack {
  readonly providerArn: string;

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    const provider = new OidcProviderNative(this, 'Provider', {
      url: `https://${githubIssuer}`,
      clientIds: [tokenAudience],
    });
    this.providerArn = provider.oidcProviderArn;
  }
}
