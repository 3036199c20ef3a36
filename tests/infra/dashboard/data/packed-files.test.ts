import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { readBytes } from '../../../../infra/dashboard/data/data-diagnostics.ts';
import { refuseLargeFile } from '../../../../shared/sources/s3/size-limits.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const PART_BYTES = 64 * 1024 * 1024;

test('a file that unpacks to more than any function reads is refused with the memory of the dashboard', async () => {
  const part = gzipSync(Buffer.alloc(PART_BYTES));
  const folder = await writeFolder({ 'a.csv': Buffer.concat([part, part, part, part, part]) });
  const read = readBytes(join(folder, 'a.csv'), (bytes) => refuseLargeFile(bytes, 256));
  await expect(read).rejects.toMatchObject({
    code: 'SOURCE_TOO_LARGE',
    details: [{ message: 'a function with 256 MB of memory reads files of at most 32 MB' }],
  });
});
