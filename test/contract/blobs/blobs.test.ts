import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { buildApp } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteBlobs } from '../../../local/sqlite-blobs.ts';
import { openSqliteTable } from '../../../local/sqlite-table.ts';
import type { Blobs } from '../../../shared/ledger/blobs.ts';
import { createS3Blobs } from '../../../shared/ledger/s3-blobs.ts';

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function openInSqlite(): Promise<Blobs> {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-blobs-'));
  closing.push(() => rmSync(directory, { recursive: true }));
  const table = openSqliteTable(join(directory, 'state.db'));
  const blobs = openSqliteBlobs(join(directory, 'state.db'));
  closing.push(table.close, blobs.close);
  return blobs;
}

async function openInS3(): Promise<Blobs> {
  const app = buildApp({ logger: false });
  const endpoint = await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => app.close());
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: 'blobs' }));
  return createS3Blobs({ client, bucket: 'blobs' });
}

describe.each([
  ['a SQLite file, beside a table', openInSqlite],
  ['S3', openInS3],
])('object storage in %s', (_, open) => {
  let blobs: Blobs;
  beforeAll(async () => {
    blobs = await open();
  });
  const hash = (digit: string) => digit.repeat(64);

  it('gives a text back to the letter', async () => {
    const text = `{"text":"grüße \u{1F600} \u0000"}\r\n${'x'.repeat(1_000_000)}`;
    await blobs.put(hash('a'), text);
    expect(await blobs.get(hash('a'))).toBe(text);
  });

  it('keeps an empty text', async () => {
    await blobs.put(hash('b'), '');
    expect(await blobs.get(hash('b'))).toBe('');
  });

  it('does no harm when the same is put twice', async () => {
    await blobs.put(hash('c'), 'same');
    await blobs.put(hash('c'), 'same');
    expect(await blobs.get(hash('c'))).toBe('same');
  });

  it('says which blob is not there', async () => {
    await expect(blobs.get(hash('d'))).rejects.toMatchObject({
      code: 'BLOB_NOT_FOUND',
      message: expect.stringContaining(hash('d')),
    });
  });
});
