import { type Bomb, LARGE_TEXT_CHARACTERS, MAX_OBJECT_BYTES } from './bomb-texts.ts';

const result = (columns: string, records: string): string => `{"columnMetadata":[${columns}],"records":[${records}]}`;

const listOf = (piece: string, count: number): string => `${`${piece},`.repeat(count - 1)}${piece}`;

const TEXT = '{"name":"a","label":"a","typeName":"text"}';
const INTEGER = '{"name":"n","label":"n","typeName":"int8"}';
const ONE = '{"stringValue":"1"}';
const ROW = `[${ONE},${ONE}]`;
const HALF = LARGE_TEXT_CHARACTERS / 2;
const DEEP = LARGE_TEXT_CHARACTERS / 20;

/** Results that only a broken Data API could send. */
export const resultBombs: readonly Bomb[] = [
  ['a value of 16 MB', () => result(TEXT, `[{"stringValue":"${'x'.repeat(MAX_OBJECT_BYTES)}"}]`)],
  ['a number of a million digits', () => result(INTEGER, `[{"stringValue":"${'9'.repeat(LARGE_TEXT_CHARACTERS)}"}]`)],
  ['a long of a million digits', () => result(INTEGER, `[{"longValue":${'9'.repeat(LARGE_TEXT_CHARACTERS)}}]`)],
  ['half a million columns', () => result(listOf(TEXT, HALF), `[${listOf(ONE, HALF)}]`)],
  ['half a million columns in a row alone', () => result(listOf(TEXT, 2), `[${listOf(ONE, HALF)}]`)],
  ['half a million columns without rows', () => result(listOf('{}', HALF), '')],
  ['half a million rows', () => result(listOf(TEXT, 2), listOf(ROW, HALF))],
  ['half a million rows of nothing', () => result(listOf(TEXT, 2), listOf('[]', HALF))],
  ['half a million values in a list', () => result(TEXT, `[{"arrayValue":{"longValues":[${listOf('1', HALF)}]}}]`)],
  [
    'lists in each other',
    () => result(TEXT, `[{"arrayValue":${'{"arrayValues":['.repeat(DEEP)}{}${']}'.repeat(DEEP)}}]`),
  ],
  ['rows in each other', () => result(TEXT, `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`)],
  ['objects in each other', () => `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`],
  ['a blob of 16 MB', () => result(TEXT, `[{"blobValue":"${'A'.repeat(MAX_OBJECT_BYTES)}"}]`)],
];
