import fc from 'fast-check';
import { type Cells, mapTables, readCells, withCell, writeCsv } from '../../tables/csv-cells.ts';
import type { PlannedEndpoint, SourceKind } from '../setting/plan-endpoints.ts';
import type { Fixtures } from '../setting/start-sources.ts';
import { type Bomb, cellBombs, documentBombs, fileBombs, resultBombs, rowBombs } from './bomb-texts.ts';
import { type FuzzCase, requestOf } from './fuzz-case.ts';
import { manyRows } from './many-rows.ts';

const COUNTS = [1_000, 20_000, 50_000, 200_000] as const;
/** Below the limit of an object. */
const MAX_BYTES = 12_000_000;

const differing = (value: unknown, index: number): unknown => {
  if (typeof value === 'string') return `${value}${index}`;
  if (typeof value === 'number') return index;
  if (Array.isArray(value)) return value.map((entry) => differing(entry, index));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, differing(entry, index)]));
};

/** Entries are copied, get different texts and numbers, or are all invalid in the same way. */
const CHANGES: readonly ((entry: unknown, index: number) => unknown)[] = [
  (entry) => entry,
  differing,
  () => null,
  () => ({}),
  () => [],
  () => 'x',
  (_, index) => index,
];

const listsIn = (value: unknown): readonly unknown[][] => {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(listsIn);
  return Array.isArray(value) && value.length > 0 ? [value, ...inside] : inside;
};

const grownDocument = (body: unknown): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...COUNTS), fc.constantFrom(...CHANGES), fc.nat()).map(([count, change, at]) => {
    const copy = structuredClone(body);
    const lists = listsIn(copy);
    const list = lists[at % lists.length] ?? [];
    const entries = list.splice(0);
    const most = (MAX_BYTES / JSON.stringify(entries).length) * entries.length;
    for (let index = 0; index < Math.min(count, most); index++) {
      list.push(change(entries[index % entries.length], index));
    }
    return JSON.stringify(copy);
  });

type Made = Pick<FuzzCase, 'made'> & { readonly fixtures: Fixtures };
type Tables = Readonly<Record<string, Cells>>;

const tablesOf = ({ folder, config }: PlannedEndpoint): Tables =>
  Object.fromEntries(Object.keys(config.tables).map((name) => [name, readCells(folder.tables[name] ?? '')]));

const withFiles = (made: string, files: Readonly<Record<string, string>>): Made => ({
  made,
  fixtures: { objects: mapTables(files, (text) => Buffer.from(text)) },
});

const inCell = (tables: Tables): fc.Arbitrary<Made> =>
  fc
    .tuple(fc.constantFrom(...cellBombs), fc.constantFrom(...Object.entries(tables)), fc.nat(), fc.nat())
    .map(([[made, write], [name, cells], nat, column]) => {
      const row = nat % cells.length;
      const bombed = withCell(cells, row, column % (cells[row]?.length ?? 1), write());
      return withFiles(`${made}, in row ${row} of ${name}`, mapTables({ ...tables, [name]: bombed }, writeCsv));
    });

const grown = (tables: Tables): fc.Arbitrary<Made> =>
  fc
    .tuple(manyRows, fc.constantFrom(...Object.entries(tables)))
    .map(([grow, [name, cells]]) =>
      withFiles(`many rows of ${name}`, mapTables({ ...tables, [name]: grow(cells) }, writeCsv)),
    );

const inPlaceOf = (bombs: readonly Bomb[], hold: (text: string) => Fixtures): fc.Arbitrary<Made> =>
  fc.constantFrom(...bombs).map(([made, write]) => ({ made, fixtures: hold(write()) }));

const csvBombs = (endpoint: PlannedEndpoint): fc.Arbitrary<Made> => {
  const tables = tablesOf(endpoint);
  const files = inPlaceOf(
    fileBombs,
    (text) =>
      withFiles(
        '',
        mapTables(tables, () => text),
      ).fixtures,
  );
  return fc.oneof(inCell(tables), grown(tables), files);
};

const holdDocument = (text: string): Fixtures => ({ objects: { document: Buffer.from(text) } });

const documentOf = ({ folder, config }: PlannedEndpoint): fc.Arbitrary<Made> =>
  fc.oneof(
    inPlaceOf(documentBombs, holdDocument),
    grownDocument(folder.bodies.get(config.reading) ?? folder.bodies.get(undefined)).map((text) => ({
      made: 'a list of very many entries',
      fixtures: holdDocument(text),
    })),
  );

const bombsOf: Readonly<Record<SourceKind, (endpoint: PlannedEndpoint) => fc.Arbitrary<Made>>> = {
  csv: csvBombs,
  json: documentOf,
  rows: () => inPlaceOf([...rowBombs, ...documentBombs], holdDocument),
  sql: ({ config }) =>
    inPlaceOf(resultBombs, (body) => ({ results: mapTables(config.tables, () => ({ status: 200, body })) })),
};

/** Files may come from anyone, but results come only from the database. Results therefore need fewer bombs. */
const KINDS: readonly SourceKind[] = ['csv', 'csv', 'csv', 'json', 'json', 'rows', 'rows', 'sql'];

/** Bombs for every kind of source: inputs that are small to make and expensive to read. */
export const bombCases = (endpoints: readonly PlannedEndpoint[]): fc.Arbitrary<FuzzCase> => {
  const open = endpoints.filter(({ config }) => config.tokens.length === 0 && !config.cache);
  return fc
    .constantFrom(...KINDS)
    .chain((kind) => fc.constantFrom(...open.filter((planned) => planned.kind === kind)))
    .chain((endpoint) =>
      bombsOf[endpoint.kind](endpoint).map((made) => ({ ...made, endpoint, event: requestOf(endpoint) })),
    );
};
