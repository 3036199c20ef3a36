import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { explainKind, otherKind, type Wanted } from '../../../shared/csv/file-kinds.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';

const zip = (...files: readonly string[]): string => files.map((file) => `PK\x03\x04\x14\0\0\0${file}`).join('');

const FILES: readonly (readonly [name: string, start: string, hint: RegExp])[] = [
  ['an Excel 97 workbook, or has a password', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0', /as \.xlsx.+`wallfeed import`/],
  ['an Excel workbook', zip('[Content_Types].xml', 'xl/workbook.xml'), /^run `wallfeed import`/],
  ['a binary Excel workbook (.xlsb)', zip('xl/workbook.bin'), /as \.xlsx/],
  ['an OpenDocument spreadsheet (.ods)', zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), /as \.xlsx/],
  ['a ZIP archive', zip('a.csv'), /unpack/],
  ['compressed with gzip', gzipSync('a,b\n').toString('latin1'), /gunzip/],
  ['a PDF document', '%PDF-1.7\n%\xe2\xe3', /CSV/],
  ['a picture', '\x89PNG\r\n\x1a\n', /CSV/],
  ['a picture', '\xff\xd8\xff\xe0', /CSV/],
  ['a Parquet file', 'PAR1\x15\x04', /`parquet`/],
  ['an ORC file', 'ORC\x08\x03', /Parquet or CSV/],
  ['an Avro file', 'Obj\x01\x04', /Parquet or CSV/],
  ['a web page (HTML)', '\xef\xbb\xbf\r\n<!DOCTYPE html><html>', /as \.xlsx/],
  ['a web page (HTML)', '<table><tr><td>name', /as \.xlsx/],
  [
    'an Excel 2003 workbook (XML)',
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
    /as \.xlsx/,
  ],
  ['the error page of a service', '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code>', /rights/],
  ['an XML document', '<?xml version="1.0"?><rows/>', /CSV or JSON/],
  ['a JSON document', '[{"a": 1}]', /`json`/],
  ['a JSON document', '\xff\xfe[\0{\0"\0', /`json`/],
];

const READ_BY: Readonly<Record<string, Wanted>> = { 'a JSON document': 'json', 'a Parquet file': 'parquet' };

describe('the kind of a file', () => {
  test.each(FILES)('a CSV reader names a file that is %s', (name, start, hint) => {
    const bytes = Buffer.from(start, 'latin1');
    const error = otherKind(bytes, 'csv');
    expect(error).toMatchObject({ code: 'SOURCE_INVALID', message: `The file is ${name}.` });
    expect(error?.details).toEqual([{ message: `the file is ${name}`, hint: expect.stringMatching(hint) }]);
    if (READ_BY[name]) expect(otherKind(bytes, READ_BY[name])).toBeUndefined();
  });

  test.each([
    'name,value\n',
    '[Region],Amount\n',
    'PAR1,a\n',
    'ORC,b\n',
    '%PDF,c\n',
    '<none>,d\n',
    '',
    'GIF,e\n',
    '{x},f',
  ])('a text that may be the beginning of a table is of no other kind: %j', (text) => {
    expect(otherKind(Buffer.from(text), 'csv')).toBeUndefined();
  });

  test('the kind explains errors of the content, and no others', () => {
    const page = Buffer.from('<html>');
    expect(explainKind(new WallfeedError('TABLE_COLUMNS', 'no column'), page, 'csv')).toMatchObject({
      message: 'The file is a web page (HTML).',
    });
    const late = new WallfeedError('SOURCE_TIMEOUT', 'late');
    expect(explainKind(late, page, 'csv')).toBe(late);
  });
});
