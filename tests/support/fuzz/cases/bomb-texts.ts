/** Cheap to send, and may be expensive to parse. */
const LARGE_TEXT_CHARACTERS = 1_000_000;
/** Below the limit of an object, to leave room for the surrounding text. */
const MAX_OBJECT_BYTES = 16 * 1024 * 1024 - 4_096;

export type Bomb = readonly [name: string, write: () => string];

export const cellBombs: readonly Bomb[] = [
  ['a cell of 16 MB', () => 'x'.repeat(MAX_OBJECT_BYTES)],
  ['a cell of 16 MB of characters of several bytes', () => '漢'.repeat(Math.floor(MAX_OBJECT_BYTES / 3))],
  ['a number of a million digits', () => '9'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a fraction of a million digits', () => `0.${'3'.repeat(LARGE_TEXT_CHARACTERS)}`],
  ['a million groups of digits', () => `1${',000'.repeat(LARGE_TEXT_CHARACTERS)}x`],
  ['a million groups, points between them', () => `1${'.000'.repeat(LARGE_TEXT_CHARACTERS)}x`],
  ['an exponent of a million digits', () => `1e${'9'.repeat(LARGE_TEXT_CHARACTERS)}`],
  ['a million full-width digits', () => '９'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a million signs', () => '-'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a million blanks between two letters', () => `x${' '.repeat(LARGE_TEXT_CHARACTERS)}x`],
  ['a million blanks', () => '\u00a0'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a date followed by a million zeros', () => `2026-01-01 00:00:00.${'0'.repeat(LARGE_TEXT_CHARACTERS)}x`],
  ['a list of a million entries', () => 'a|'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a million separators', () => '|'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a colour of a million digits', () => `#${'f'.repeat(LARGE_TEXT_CHARACTERS)}`],
  ['an address of a million dots', () => `https://${'a.'.repeat(LARGE_TEXT_CHARACTERS)}`],
  ['a million quotes', () => '"'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a million line ends', () => '\n'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a million control characters', () => '\u0001'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a million NULs', () => '\0'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a million halves of characters', () => '\ud83d'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a million joined characters', () => '👩\u200d'.repeat(LARGE_TEXT_CHARACTERS / 4)],
];

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** Depths around the limit of JSON, and far beyond what the stack of a function takes. */
const DEPTHS = [400, 600, 3_000, 6_000, 20_000, 100_000];

/** A cell that is deep, and an id that a number does not hold. */
export const rowBombs: readonly Bomb[] = [
  ...DEPTHS.flatMap((depth): readonly Bomb[] => [
    [`${depth} objects in a cell`, () => `[["a", 1, ${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}]]`],
    [`${depth} lists in a cell`, () => `[["a", 1, ${'['.repeat(depth)}${']'.repeat(depth)}]]`],
    [`${depth} objects in a field`, () => `[{"1": "a", "deep": ${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}]`],
  ]),
  ['ids of 19 digits', () => `[${'["1234567890123456789", 1234567890123456789],'.repeat(1_000)}[]]`],
];

export const fileBombs: readonly Bomb[] = [
  ['a million columns', () => `${'a,'.repeat(LARGE_TEXT_CHARACTERS)}a\n${'1,'.repeat(LARGE_TEXT_CHARACTERS)}1`],
  ['a million columns in a row alone', () => `a,b,c\n${'1,'.repeat(LARGE_TEXT_CHARACTERS)}1`],
  ['a million columns of other delimiters', () => `${'a;b\t'.repeat(LARGE_TEXT_CHARACTERS / 2)}\n1`],
  [
    'a million columns without names',
    () => `${','.repeat(LARGE_TEXT_CHARACTERS)}\n${','.repeat(LARGE_TEXT_CHARACTERS)}`,
  ],
  ['a million quoted columns', () => '"a",'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a million rows of nothing', () => `a,b\n${'\n'.repeat(LARGE_TEXT_CHARACTERS)}`],
  ['a million rows of blanks', () => `a,b\n${' ,\r\n'.repeat(LARGE_TEXT_CHARACTERS)}`],
  [
    'a million blank rows of changing lengths before a row',
    () => `a,b\n${',\n,,\n'.repeat(LARGE_TEXT_CHARACTERS / 2)}1,2\n`,
  ],
  ['a million rows', () => `a,b\n${'1,2\n'.repeat(LARGE_TEXT_CHARACTERS)}`],
  ['an unclosed quote before a million rows', () => `a,"b\n${'1,2\n'.repeat(LARGE_TEXT_CHARACTERS)}`],
  ['a million unclosed quotes', () => `a,b\n${'"1,\n'.repeat(LARGE_TEXT_CHARACTERS)}`],
  ['a million quotes inside cells', () => `a,b\n${'1"2"3,\n'.repeat(LARGE_TEXT_CHARACTERS)}`],
  ['16 MB of quotes', () => '"'.repeat(MAX_OBJECT_BYTES)],
  ['16 MB of line ends before a row', () => `a,b\n${'\r\n'.repeat(MAX_OBJECT_BYTES / 2 - 8)}1,2\n`],
  ['16 MB of control characters', () => `a,b\n1,${'\u0001'.repeat(MAX_OBJECT_BYTES - 8)}`],
  ['16 MB of spaces', () => ' '.repeat(MAX_OBJECT_BYTES)],
  ['a million spaces after a quoted cell', () => `a,b\n"1"${' '.repeat(LARGE_TEXT_CHARACTERS)},2\n`],
  ['a million marks of UTF-8', () => '\ufeff'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a million NULs', () => '\0'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a million carriage returns', () => '\r'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a million ends of files', () => '\u001a'.repeat(LARGE_TEXT_CHARACTERS)],
  ['a single line of 16 MB', () => 'x'.repeat(MAX_OBJECT_BYTES)],
  ['more than 32 MB', () => 'x,y\n'.repeat((2 * MAX_OBJECT_BYTES) / 4 + 8_192)],
  ['a million names of delimiters', () => 'sep=;\n'.repeat(LARGE_TEXT_CHARACTERS / 4)],
];

export const documentBombs: readonly Bomb[] = [
  ['a million lists in each other', () => `${'['.repeat(LARGE_TEXT_CHARACTERS)}${']'.repeat(LARGE_TEXT_CHARACTERS)}`],
  ['a million lists that do not end', () => '['.repeat(LARGE_TEXT_CHARACTERS)],
  [
    'a hundred thousand objects in each other',
    () => `${'{"a":'.repeat(LARGE_TEXT_CHARACTERS / 10)}1${'}'.repeat(LARGE_TEXT_CHARACTERS / 10)}`,
  ],
  ['a list of a million numbers', () => `[${'0,'.repeat(LARGE_TEXT_CHARACTERS)}0]`],
  ['a list of a million lists', () => `[${'[],'.repeat(LARGE_TEXT_CHARACTERS)}[]]`],
  [
    'a hundred thousand fields',
    () => `{${lines(LARGE_TEXT_CHARACTERS / 10, (index) => `"k${index}":${index},`)}"k":1}`,
  ],
  ['a field given a million times', () => `{${'"data":1,'.repeat(LARGE_TEXT_CHARACTERS)}"data":2}`],
  ['a text of 16 MB', () => `{"data":"${'x'.repeat(MAX_OBJECT_BYTES - 20)}"}`],
  ['a text of a million escapes', () => `{"data":"${'\\u0000'.repeat(LARGE_TEXT_CHARACTERS)}"}`],
  ['a number of a million digits', () => `{"data":${'9'.repeat(LARGE_TEXT_CHARACTERS)}}`],
  ['a text that does not end', () => `{"data":"${'x'.repeat(LARGE_TEXT_CHARACTERS)}`],
  ['a million blanks', () => `${' '.repeat(LARGE_TEXT_CHARACTERS)}{}${'\n'.repeat(LARGE_TEXT_CHARACTERS)}`],
  ['more than 16 MB', () => `"${'x'.repeat(MAX_OBJECT_BYTES + 8_192)}"`],
];

const result = (columns: string, records: string): string => `{"columnMetadata":[${columns}],"records":[${records}]}`;

const listOf = (piece: string, count: number): string => `${`${piece},`.repeat(count - 1)}${piece}`;

const TEXT = '{"name":"a","label":"a","typeName":"text"}';
const INTEGER = '{"name":"n","label":"n","typeName":"int8"}';
const ONE = '{"stringValue":"1"}';
const ROW = `[${ONE},${ONE}]`;
const HALF = LARGE_TEXT_CHARACTERS / 2;
const DEEP = LARGE_TEXT_CHARACTERS / 20;

/** Only a broken Data API could send them. */
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
