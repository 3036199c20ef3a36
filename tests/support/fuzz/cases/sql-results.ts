import fc from 'fast-check';
import { tablesOf } from '../../../../shared/pipeline/bind-endpoints.ts';
import type { Cell, ColumnOrigin, Table } from '../../../../shared/tabular/table.ts';
import type { RawReply } from '../../cloud/serve-statements.ts';
import type { Cells } from '../../tables/csv-cells.ts';
import { columnsOf, type SqlForm, toSqlResult } from '../../tables/sql-result.ts';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import { column, type Field, field, knownField } from './sql-fields.ts';

interface Result {
  readonly columnMetadata: readonly Field[];
  readonly records: readonly (readonly Field[])[];
}

const TYPE_OF_ORIGIN: Readonly<Record<ColumnOrigin, string>> = {
  text: 'text',
  constant: 'text',
  milliseconds: 'bigint',
  number: 'numeric',
  timestamp: 'timestamp',
};

const fieldOf = (cell: Cell): Field => {
  if (cell === null) return { isNull: true };
  return typeof cell === 'number' ? { doubleValue: cell } : { stringValue: cell };
};

const resultOf = ({ header, rows, origins = [] }: Table): Result => ({
  columnMetadata: header.map((label, index) => ({
    label,
    name: label,
    typeName: TYPE_OF_ORIGIN[origins[index] ?? 'text'],
  })),
  records: rows.map((row) => row.map(fieldOf)),
});

export const form: fc.Arbitrary<SqlForm> = fc.record({
  numbers: fc.constantFrom('number', 'text'),
  times: fc.constantFrom('timestamp', 'milliseconds'),
  plain: fc.constantFrom('text', 'number'),
});

/** As a database returns it. If a cell does not fit its column's type, all cells become text. */
export const resultOfCells = (
  { folder, config, isUsual }: PlannedEndpoint,
  name: string,
  cells: Cells,
  { timezone, form: used }: { readonly timezone: string; readonly form: SqlForm },
): Result => {
  const [header = [], ...rows] = cells;
  const table: Table = { header, rows, locate: (row) => ({ row: row + 1 }) };
  const definition = tablesOf(folder.shape, config)[name];
  if (!isUsual || !definition) return resultOf(table);
  return resultOf(toSqlResult(table, columnsOf(definition, header, config.options), used, timezone));
};

type ResultDamage = (result: Result, row: number, at: number, odd: Field, oddColumn: Field) => Result;

const inRow =
  (change: (fields: readonly Field[], at: number, odd: Field) => readonly Field[]): ResultDamage =>
  (result, row, at, odd) => {
    if (result.records.length === 0) return result;
    const index = row % result.records.length;
    const fields = result.records[index] ?? [];
    return { ...result, records: result.records.with(index, change(fields, at % (fields.length || 1), odd)) };
  };

const replaced = inRow((fields, at, odd) => (fields.length === 0 ? [odd] : fields.with(at, odd)));

const inColumn =
  (taken: number, given: number): ResultDamage =>
  ({ columnMetadata, records }, _row, nat, odd, oddColumn) => {
    const at = nat % (columnMetadata.length || 1);
    const splice = (list: readonly Field[], entry: Field) => list.toSpliced(at, taken, ...Array(given).fill(entry));
    return {
      columnMetadata: splice(columnMetadata, oddColumn),
      records: records.map((fields) => splice(fields, odd)),
    };
  };

const formed: readonly ResultDamage[] = [
  replaced,
  replaced,
  replaced,
  inColumn(1, 0),
  inColumn(0, 1),
  inColumn(1, 1),
  ({ columnMetadata, records }, _row, at, odd) => ({
    columnMetadata,
    records: records.map((fields) => (at < fields.length ? fields.with(at, odd) : fields)),
  }),
  (result) => ({
    ...result,
    columnMetadata: result.columnMetadata.map((column) => ({ ...column, label: 'same', name: 'same' })),
  }),
  (result) => ({ ...result, records: [] }),
  (result) => ({ ...result, records: result.records.toReversed() }),
  (result) => ({ ...result, records: result.records.flatMap((fields) => Array.from({ length: 8 }, () => fields)) }),
];

const ragged: readonly ResultDamage[] = [
  inRow((fields, at) => fields.toSpliced(at, 1)),
  inRow((fields, at, odd) => fields.toSpliced(at, 0, odd)),
  inRow(() => []),
  (result, _row, _at, _odd, oddColumn) => ({ ...result, columnMetadata: [...result.columnMetadata, oddColumn] }),
  (result) => ({ ...result, columnMetadata: result.columnMetadata.slice(1) }),
  (result) => ({ ...result, columnMetadata: [] }),
  (result) => ({ columnMetadata: [], records: result.records.map(() => []) }),
];

const damage = (makes: readonly ResultDamage[], odd: fc.Arbitrary<Field>): fc.Arbitrary<(result: Result) => Result> =>
  fc.tuple(fc.constantFrom(...makes), fc.nat(), fc.nat(9), odd, column).map(
    ([make, ...where]) =>
      (result) =>
        make(result, ...where),
  );

const anyDamage = fc.oneof(
  { arbitrary: damage(formed, knownField), weight: 8 },
  { arbitrary: damage(formed, field), weight: 1 },
  { arbitrary: damage(ragged, field), weight: 1 },
);

export const damagedResult = (result: Result): fc.Arbitrary<Result> =>
  fc
    .array(anyDamage, { minLength: 1, maxLength: 3 })
    .map((damages) => damages.reduce((damaged, make) => make(damaged), result));

/** Columns and fields need not match. */
export const anyResult: fc.Arbitrary<Result> = fc.record({
  columnMetadata: fc.array(column, { maxLength: 6 }),
  records: fc.array(fc.array(field, { maxLength: 6 }), { maxLength: 6 }),
});

export const replyOf = (result: Result): RawReply => ({
  status: 200,
  body: JSON.stringify({ numberOfRecordsUpdated: 0, generatedFields: [], ...result }),
});
