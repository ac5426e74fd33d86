import { Stack, type StackProps } from 'aws-cdk-lib';
import { OidcProviderNative } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/** Who signs the tokens of GitHub's jobs, and for whom a token has to be meant. */
export const githubIssuer = 'token.actions.githubusercontent.com';
export const tokenAudience = 'sts.amazonaws.com';

/** Lets the account check GitHub's tokens. An account has one of these at most, whatever it deploys. */
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
