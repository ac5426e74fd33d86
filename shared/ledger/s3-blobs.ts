import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { BlobNotFoundError, type Blobs } from './blobs.ts';

export interface S3BlobsSettings {
  readonly client: S3Client;
  readonly bucket: string;
}

/** Object storage in S3, one object a hash. Its errors come as the SDK throws them, after the SDK's own retries. */
export function createS3Blobs({ client, bucket }: S3BlobsSettings): Blobs {
  const objectOf = (sha256: string) => ({ Bucket: bucket, Key: `blobs/${sha256}` });
  return {
    async put(sha256, text) {
      const content = { Body: Buffer.from(text), ContentType: 'text/plain; charset=utf-8' };
      await client.send(new PutObjectCommand({ ...objectOf(sha256), ...content }));
    },
    async get(sha256) {
      try {
        const { Body } = await client.send(new GetObjectCommand(objectOf(sha256)));
        if (!Body) throw new BlobNotFoundError(sha256);
        return await Body.transformToString('utf-8');
      } catch (error) {
        throw error instanceof NoSuchKey ? new BlobNotFoundError(sha256) : error;
      }
    },
  };
}
