import fc from 'fast-check';
import { type Cells, mapTables } from '../../tables/csv-cells.ts';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import { type Damage, damage, randomBytes } from './damage-bytes.ts';
import { type FuzzCase, requestOf } from './fuzz-case.ts';
import { type DrawnTables, drawTables } from './table-cells.ts';

interface Writing {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly quoting: 'needed' | 'always' | 'never' | 'unclosed' | 'inside' | 'padded' | 'followed';
  readonly before: string;
  readonly after: string;
}

interface Writer {
  readonly write: (cells: Cells) => string;
  /** Parsing the written file gives the same cells, also if the delimiter is detected. */
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

const writer: fc.Arbitrary<Writer> = fc.oneof(
  { arbitrary: fc.constant<Writer>({ write: (cells) => write(FAITHFUL, cells), isFaithful: true }), weight: 3 },
  { arbitrary: writing.map((how): Writer => ({ write: (cells) => write(how, cells), isFaithful: false })), weight: 1 },
);

type Made = Pick<FuzzCase, 'made' | 'expected'> & { readonly objects: Readonly<Record<string, Buffer>> };

const filesOf = (
  { tables, isValid }: DrawnTables,
  { write, isFaithful }: Writer,
  damages: readonly Damage[],
): Made => ({
  made: `${isValid ? 'right' : 'damaged'} tables, ${isFaithful ? 'rightly' : 'oddly'} written, ${damages.length} damages`,
  objects: mapTables(tables, (cells) =>
    damages.reduce<Buffer>((bytes, make) => make(bytes), Buffer.from(write(cells))),
  ),
  ...(isValid && isFaithful && damages.length === 0 && { expected: 'good' as const }),
});

const filesFor = async (endpoint: PlannedEndpoint): Promise<fc.Arbitrary<Made>> => {
  const tables = await drawTables(endpoint);
  const damages = fc.oneof(
    { arbitrary: fc.constant<Damage[]>([]), weight: 6 },
    { arbitrary: fc.array(damage, { minLength: 1, maxLength: 3 }), weight: 1 },
  );
  const names = Object.keys(endpoint.config.tables);
  return fc.oneof(
    {
      arbitrary: fc.tuple(tables, writer, damages).map(([drawn, how, done]) => filesOf(drawn, how, done)),
      weight: 15,
    },
    {
      arbitrary: fc.tuple(...names.map(() => randomBytes)).map(
        (files): Made => ({
          made: 'bytes',
          objects: Object.fromEntries(names.map((name, i) => [name, files[i] ?? Buffer.alloc(0)])),
        }),
      ),
      weight: 1,
    },
  );
};

export const csvCases = async (endpoints: readonly PlannedEndpoint[]): Promise<fc.Arbitrary<FuzzCase>> => {
  const open = endpoints.filter(({ kind, config }) => kind === 'csv' && config.tokens.length === 0);
  const files = new Map(await Promise.all(open.map(async (endpoint) => [endpoint, await filesFor(endpoint)] as const)));
  return fc.constantFrom(...files).chain(([endpoint, made]) =>
    fc.tuple(made, fc.nat(19)).map(([{ objects, ...how }, again]) => ({
      ...how,
      endpoint,
      event: requestOf(endpoint),
      fixtures: { objects },
      again: again === 0,
    })),
  );
};
