import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { parseCsv } from '../../../shared/csv/parse-csv.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

test.each([
  ['a gzip file', gzipSync('name,value\na,1\n')],
  ['a workbook', Buffer.from('PK\x03\x04\x14\0\x06\0\n\x08\0\0')],
  ['a Parquet file', Buffer.from('PAR1\x15\x04\x15\n\0\x15')],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
])('the bytes of %s are never read as a table, even by a component that takes any text', (_, bytes) => {
  for (const encoding of [undefined, 'utf-8', 'windows-1252'])
    expect(() => parseCsv(bytes, { ...(encoding && { encoding }) }, table({ a: text }))).toThrow(WallfeedError);
});
