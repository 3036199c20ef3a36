import fc from 'fast-check';
import type { Cells } from '../../schemas/csv-cells.ts';

/** A way to write a file. */
interface Writing {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly quoting: 'needed' | 'always' | 'never' | 'unclosed' | 'inside' | 'padded' | 'followed';
  readonly before: string;
  readonly after: string;
}

export interface Writer {
  readonly write: (cells: Cells) => string;
  /** True if the written file can be read back unchanged, with any delimiter that is detected. */
  readonly isFaithful: boolean;
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

const QUOTINGS: Readonly<Record<Writing['quoting'], (cell: string, index: number) => string>> = {
  needed: (cell) => (cell === '' || /^[-+.\w]+$/.test(cell) ? cell : quoted(cell)),
  always: quoted,
  never: (cell) => cell,
  unclosed: (cell, index) => (index === 1 ? `"${cell}` : cell),
  inside: (cell, index) => (index === 1 ? `${cell}"${cell}` : cell),
  padded: (cell) => ` ${quoted(cell)}\u3000`,
  followed: (cell, index) => (index === 1 ? `${quoted(cell)}x` : quoted(cell)),
};

const write = ({ delimiter, lineEnd, quoting, before, after }: Writing, cells: Cells): string =>
  before + cells.map((row) => row.map(QUOTINGS[quoting]).join(delimiter)).join(lineEnd) + after;

const FAITHFUL: Writing = { delimiter: ',', lineEnd: '\n', quoting: 'needed', before: '', after: '' };

const writing = fc.record<Writing>({
  delimiter: fc.constantFrom(',', ';', '\t', '|', ', ', '，'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\n\r\n', '\u2028'),
  quoting: fc.constantFrom('needed', 'always', 'never', 'unclosed', 'inside', 'padded', 'followed'),
  before: fc.constantFrom('', '\ufeff', 'sep=;\n', 'sep=,\r\n', '"sep=|"\n', 'Report;;\n', '\n\n', ' ', '#'),
  after: fc.constantFrom('', '\n', '\r\n\r\n', ',,,\n;;\n', '\n,,,,,,,,,\n', '\u001a', '"', '\0'),
});

/** Ways to write CSV: the standard one, and the variants of programs and people. */
export const writer: fc.Arbitrary<Writer> = fc.oneof(
  { arbitrary: fc.constant<Writer>({ write: (cells) => write(FAITHFUL, cells), isFaithful: true }), weight: 3 },
  { arbitrary: writing.map((how): Writer => ({ write: (cells) => write(how, cells), isFaithful: false })), weight: 1 },
);
