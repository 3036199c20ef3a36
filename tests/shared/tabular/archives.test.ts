import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { decodeToUtf8 } from '../../../shared/csv/decode.ts';

test.each([
  ['gzip', gzipSync('name,value\na,1\n'), 'The file is compressed with gzip.', 'uncompress'],
  [
    'a workbook',
    Buffer.from('PK\u0003\u0004...'),
    'The file is a ZIP archive, as Excel saves workbooks.',
    'save it as CSV',
  ],
])('the error for a file that is %s instead of CSV says so', (_, bytes, message, hint) => {
  for (const encoding of [undefined, 'utf-8']) {
    expect(() => decodeToUtf8(bytes, encoding)).toThrow(
      expect.objectContaining({ code: 'SOURCE_INVALID', details: [{ message, hint: expect.stringContaining(hint) }] }),
    );
  }
});
