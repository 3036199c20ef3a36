import fc from 'fast-check';
import { type Cells, withCell } from '../../tables/csv-cells.ts';
import { loadValidTables } from '../../tables/load-valid-tables.ts';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import { fuzzText } from './fuzz-texts.ts';

export interface DrawnTables {
  readonly tables: Readonly<Record<string, Cells>>;
  readonly isValid: boolean;
}

type TableDamage = (cells: Cells, row: number, column: number, text: string) => Cells;

const repeated: TableDamage = (cells, row) =>
  cells.toSpliced(row, 0, ...Array.from({ length: 60 }, () => cells[row] ?? []));

const transposed: TableDamage = (cells) => (cells[0] ?? []).map((_, column) => cells.map((row) => row[column] ?? ''));

const damages: readonly TableDamage[] = [
  withCell,
  withCell,
  withCell,
  (cells, row, column, text) =>
    cells.map((line, index) => (index < row ? line : line.with(column % line.length || 0, text))),
  (cells, row, column) => cells.with(row, (cells[row] ?? []).toSpliced(column, 1)),
  (cells, row, column, text) => cells.with(row, (cells[row] ?? []).toSpliced(column, 0, text)),
  (cells, _row, column) => cells.map((line) => line.toSpliced(column, 1)),
  (cells, _row, column, text) => cells.map((line) => line.toSpliced(column, 0, text)),
  (cells, row) => cells.toSpliced(row, 1),
  (cells, row) => cells.toSpliced(row, 0, cells[row] ?? []),
  (cells, row) => cells.toSpliced(row, 0, []),
  (cells, row, column) => withCell(cells, row, column, cells.at(-1)?.[column] ?? ''),
  (cells, row, column) => withCell(cells, row, column, cells[row]?.[0] ?? ''),
  (cells) => cells.slice(0, 1),
  (cells) => cells.toReversed(),
  repeated,
  transposed,
];

const tableDamage = fc.tuple(fc.constantFrom(...damages), fc.nat(), fc.nat(), fuzzText);

const isTable = (cells: Cells): boolean => cells.length > 0 && cells.every(({ length }) => length > 0);

const applied = (cells: Cells, [make, row, column, text]: [TableDamage, number, number, string]): Cells => {
  if (!isTable(cells)) return cells;
  const at = row % cells.length;
  return make(cells, at, column % (cells[at]?.length ?? 1), text);
};

const anyTable = fc.array(fc.array(fuzzText, { maxLength: 6 }), { maxLength: 6 });

const damagedTables = (tables: DrawnTables['tables']) =>
  fc
    .array(fc.tuple(fc.constantFrom(...Object.keys(tables)), tableDamage), { minLength: 1, maxLength: 3 })
    .map((all): DrawnTables => {
      const damaged = { ...tables };
      for (const [name, change] of all) damaged[name] = applied(damaged[name] ?? [], change);
      return { tables: damaged, isValid: false };
    });

/** True if an endpoint reads exactly these tables. An endpoint may leave out tables of its shape. */
export const areTablesOf = ({ config }: PlannedEndpoint, tables: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(tables).sort().join() === Object.keys(config.tables).sort().join();

export const drawTables = async (endpoint: PlannedEndpoint): Promise<fc.Arbitrary<DrawnTables>> => {
  const valid = await loadValidTables(endpoint.folder);
  const names = Object.keys(endpoint.config.tables);
  return fc.oneof(
    {
      arbitrary: valid.map(
        (tables): DrawnTables => ({ tables, isValid: endpoint.isUsual && areTablesOf(endpoint, tables) }),
      ),
      weight: 3,
    },
    { arbitrary: valid.chain(damagedTables), weight: 8 },
    {
      arbitrary: fc.tuple(...names.map(() => anyTable)).map(
        (drawn): DrawnTables => ({
          tables: Object.fromEntries(names.map((name, i) => [name, drawn[i] ?? []])),
          isValid: false,
        }),
      ),
      weight: 1,
    },
  );
};
