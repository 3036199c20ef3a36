import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { decodeToUtf8 } from '../../../shared/csv/decode-chunks.ts';
import { parseCsv } from '../../../shared/csv/parse-csv.ts';
import { text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

test.each([
  ['gzip', gzipSync('name,value\na,1\n'), 'The file is compressed with gzip.', 'uncompress'],
  [
    'a workbook',
    Buffer.from('PK\u0003\u0004...'),
    'The file is a ZIP archive, such as an Excel workbook.',
    'save the file as CSV',
  ],
  ['Parquet', Buffer.from('PAR1\u0015\u0004...'), 'The file is a Parquet file.', '`parquet` in place of `csv`'],
])('the error for a file that is %s instead of CSV says what the file is', (_, bytes, message, hint) => {
  const read = [
    () => decodeToUtf8(bytes),
    () => parseCsv(bytes, {}, table({ a: text })),
    () => parseCsv(bytes, { encoding: 'utf-8' }, table({ a: text })),
  ];
  for (const readFile of read) {
    expect(readFile).toThrow(
      expect.objectContaining({ code: 'SOURCE_INVALID', details: [{ message, hint: expect.stringContaining(hint) }] }),
    );
  }
});
