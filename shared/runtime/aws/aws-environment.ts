import { ConfigurationError } from '../../domain/errors.ts';
import type { AwsService } from './services.ts';
import type { Credentials } from './sign-request.ts';

export type AwsEnvironment = Readonly<Record<string, string | undefined>>;

export interface Place {
  readonly region: string;
  readonly credentials: Credentials;
  readonly endpoint: URL;
}

/** Where a service is called and as whom, from the variables of Lambda. Throws `ConfigurationError` if one is missing. */
export function readPlace(service: AwsService, environment: AwsEnvironment): Place {
  const needed = (name: string): string => {
    const value = environment[name];
    if (value) return value;
    throw new ConfigurationError([`environment variable ${name}: not set; AWS Lambda sets it`]);
  };
  const region = needed('AWS_REGION');
  return {
    region,
    credentials: {
      accessKeyId: needed('AWS_ACCESS_KEY_ID'),
      secretAccessKey: needed('AWS_SECRET_ACCESS_KEY'),
      sessionToken: environment.AWS_SESSION_TOKEN || undefined,
    },
    endpoint: endpointOf(service, region, environment),
  };
}

/** Of the environment, for an emulator or a VPC endpoint, as the SDK reads it; else AWS's for the region. */
function endpointOf({ id, endpointVariable }: AwsService, region: string, environment: AwsEnvironment): URL {
  const given = environment[endpointVariable] || environment.AWS_ENDPOINT_URL;
  return new URL('/', given || `https://${id}.${region}.${suffixOf(region)}`);
}

/** Source: `partitions.json` of AWS's SDKs. */
function suffixOf(region: string): string {
  if (region.startsWith('cn-')) return 'amazonaws.com.cn';
  if (region.startsWith('eusc-')) return 'amazonaws.eu';
  return 'amazonaws.com';
}
