/** Texts that are cheap to send and may be dear to read. */
export const LARGE = 1_000_000;
/** As large as an object may be, less what stands around it. */
export const LARGEST = 16 * 1024 * 1024 - 4_096;

export type Bomb = readonly [name: string, write: () => string];

/** Texts of one cell: what patterns, numbers, dates, lists and blanks are read from. */
export const cellBombs: readonly Bomb[] = [
  ['a cell of 16 MB', () => 'x'.repeat(LARGEST)],
  ['a cell of 16 MB of characters of several bytes', () => '漢'.repeat(Math.floor(LARGEST / 3))],
  ['a number of a million digits', () => '9'.repeat(LARGE)],
  ['a fraction of a million digits', () => `0.${'3'.repeat(LARGE)}`],
  ['a million groups of digits', () => `1${',000'.repeat(LARGE)}x`],
  ['a million groups, points between them', () => `1${'.000'.repeat(LARGE)}x`],
  ['an exponent of a million digits', () => `1e${'9'.repeat(LARGE)}`],
  ['a million full-width digits', () => '９'.repeat(LARGE)],
  ['a million signs', () => '-'.repeat(LARGE)],
  ['a million blanks between two letters', () => `x${' '.repeat(LARGE)}x`],
  ['a million blanks', () => '\u00a0'.repeat(LARGE)],
  ['a date followed by a million zeros', () => `2026-01-01 00:00:00.${'0'.repeat(LARGE)}x`],
  ['a list of a million entries', () => 'a|'.repeat(LARGE)],
  ['a million separators', () => '|'.repeat(LARGE)],
  ['a colour of a million digits', () => `#${'f'.repeat(LARGE)}`],
  ['an address of a million dots', () => `https://${'a.'.repeat(LARGE)}`],
  ['a million quotes', () => '"'.repeat(LARGE)],
  ['a million line ends', () => '\n'.repeat(LARGE)],
  ['a million control characters', () => '\u0001'.repeat(LARGE)],
  ['a million NULs', () => '\0'.repeat(LARGE)],
  ['a million halves of characters', () => '\ud83d'.repeat(LARGE)],
  ['a million joined characters', () => '👩\u200d'.repeat(LARGE / 4)],
];

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** Whole files that are no table, or more of one than anything holds. */
export const fileBombs: readonly Bomb[] = [
  ['a million columns', () => `${'a,'.repeat(LARGE)}a\n${'1,'.repeat(LARGE)}1`],
  ['a million columns in a row alone', () => `a,b,c\n${'1,'.repeat(LARGE)}1`],
  ['a million columns of other delimiters', () => `${'a;b\t'.repeat(LARGE / 2)}\n1`],
  ['a million columns without names', () => `${','.repeat(LARGE)}\n${','.repeat(LARGE)}`],
  ['a million quoted columns', () => '"a",'.repeat(LARGE)],
  ['a million rows of nothing', () => `a,b\n${'\n'.repeat(LARGE)}`],
  ['a million rows of blanks', () => `a,b\n${' ,\r\n'.repeat(LARGE)}`],
  ['a million rows', () => `a,b\n${'1,2\n'.repeat(LARGE)}`],
  ['an unclosed quote before a million rows', () => `a,"b\n${'1,2\n'.repeat(LARGE)}`],
  ['a million unclosed quotes', () => `a,b\n${'"1,\n'.repeat(LARGE)}`],
  ['a million quotes inside cells', () => `a,b\n${'1"2"3,\n'.repeat(LARGE)}`],
  ['16 MB of quotes', () => '"'.repeat(LARGEST)],
  ['16 MB of line ends before a row', () => `a,b\n${'\r\n'.repeat(LARGEST / 2 - 8)}1,2\n`],
  ['16 MB of control characters', () => `a,b\n1,${'\u0001'.repeat(LARGEST - 8)}`],
  ['a million marks of UTF-8', () => '\ufeff'.repeat(LARGE)],
  ['a million NULs', () => '\0'.repeat(LARGE)],
  ['a million carriage returns', () => '\r'.repeat(LARGE)],
  ['a million ends of files', () => '\u001a'.repeat(LARGE)],
  ['a single line of 16 MB', () => 'x'.repeat(LARGEST)],
  ['more than 16 MB', () => 'x'.repeat(LARGEST + 8_192)],
  ['a million names of delimiters', () => 'sep=;\n'.repeat(LARGE / 4)],
];

/** Documents that nest, grow or repeat without an end. */
export const documentBombs: readonly Bomb[] = [
  ['a million lists in each other', () => `${'['.repeat(LARGE)}${']'.repeat(LARGE)}`],
  ['a million lists that do not end', () => '['.repeat(LARGE)],
  ['a hundred thousand objects in each other', () => `${'{"a":'.repeat(LARGE / 10)}1${'}'.repeat(LARGE / 10)}`],
  ['a list of a million numbers', () => `[${'0,'.repeat(LARGE)}0]`],
  ['a list of a million lists', () => `[${'[],'.repeat(LARGE)}[]]`],
  ['a hundred thousand fields', () => `{${lines(LARGE / 10, (index) => `"k${index}":${index},`)}"k":1}`],
  ['a field given a million times', () => `{${'"data":1,'.repeat(LARGE)}"data":2}`],
  ['a text of 16 MB', () => `{"data":"${'x'.repeat(LARGEST - 20)}"}`],
  ['a text of a million escapes', () => `{"data":"${'\\u0000'.repeat(LARGE)}"}`],
  ['a number of a million digits', () => `{"data":${'9'.repeat(LARGE)}}`],
  ['a text that does not end', () => `{"data":"${'x'.repeat(LARGE)}`],
  ['a million blanks', () => `${' '.repeat(LARGE)}{}${'\n'.repeat(LARGE)}`],
  ['more than 16 MB', () => `"${'x'.repeat(LARGEST + 8_192)}"`],
];
