import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { sdkTimeouts } from '../../shared/runtime/sdk-timeouts.ts';

/** What is needed of `S3Client`. */
export type S3Port = Pick<S3Client, 'send'>;

/**
 * Deletes every object of a bucket and gives their number: CloudFormation deletes no bucket that holds something, and
 * CDK's own way would leave a function in the account for it. The bucket keeps no versions.
 */
export async function emptyBucket(bucket: string, client: S3Port): Promise<number> {
  let deleted = 0;
  for (;;) {
    // From the start each time: what was listed is gone by then.
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    if (Contents.length === 0) return deleted;
    const Objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    const [failure] = Errors;
    if (failure)
      throw new Error(`an object of the bucket could not be deleted (${failure.Code ?? 'no reason given'})`);
    deleted += Objects.length;
  }
}

export function openS3(): S3Client {
  return new S3Client({
    // Path style works with every endpoint, an emulator's included.
    forcePathStyle: true,
    requestHandler: sdkTimeouts(5_000, 30_000),
  });
}
