import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Aggregate, ColumnSource, Selection } from '../../../shared/config/selection.ts';
import type { CsvRecord } from '../../../shared/csv/csv-record.ts';
import { bindSelection } from '../../../shared/selection/bind-selection.ts';
import { freeText, optional } from '../../../shared/tabular/column.ts';
import { freeTable } from '../../../shared/tabular/define-table.ts';

const PLAIN = /^-?\d+(\.\d+)?$/;

const recordOf = (cells: readonly string[], line: number): CsvRecord => ({
  length: cells.length,
  line,
  text: (column) => cells[column] ?? '',
  texts: () => [...cells],
  isBlank: (column) => (cells[column] ?? '').trim() === '',
  lineOf: () => line,
  plainNumber: (column) => (PLAIN.test(cells[column] ?? '') ? Number(cells[column]) : Number.NaN),
  jsonBytes: () => cells.join().length,
});

const HEADER = ['a', 'b', 'n', 'm'] as const;

type Cells = readonly [a: string, b: string, n: string, m: string];

const number = fc.oneof(
  fc.integer({ min: -50, max: 50 }).map(String),
  fc.integer({ min: -999_999, max: 999_999 }).map((cents) => String(cents / 100)),
  fc.constantFrom('', '1,234.5', '12'),
);
const row: fc.Arbitrary<Cells> = fc.tuple(
  fc.constantFrom('x', 'y', 'Z', '7', '7.0', ''),
  fc.constantFrom('p', 'q'),
  number,
  number,
);

const parse = (cell: string): number | undefined => (cell === '' ? undefined : Number(cell.replace(/,/g, '')));

const cellOf = (cells: Cells, name: string): string => cells[HEADER.indexOf(name as (typeof HEADER)[number])] ?? '';

/** Returns the cents of a number. All numbers have two decimals at most. */
const cents = (value: number): bigint => BigInt(Math.round(value * 100));

const round = (value: number): number => Number(value.toPrecision(12));

const addUp = (values: readonly number[]): number =>
  Number(values.reduce((sum, value) => sum + cents(value), 0n)) / 100;

const numbersIn = (rows: readonly Cells[], name: string): readonly number[] =>
  rows.flatMap((cells) => parse(cellOf(cells, name)) ?? []);

const orNull = (value: number): number | null => (Number.isFinite(value) ? round(value) : null);

const evaluate = (aggregate: Aggregate, rows: readonly Cells[]): unknown => {
  const { from } = aggregate;
  if (from === 'count') return rows.length;
  if (from === 'percentOfRows' || from === 'formula') throw new Error('not drawn');
  const numbers = numbersIn(rows, String(aggregate.of));
  const texts = rows.map((cells) => cellOf(cells, String(aggregate.of))).filter((text) => text !== '');
  if (from === 'percent') return orNull((100 * addUp(numbersIn(rows, String(aggregate.part)))) / addUp(numbers));
  if (from === 'sum') return round(addUp(numbers));
  if (from === 'average') return orNull(addUp(numbers) / numbers.length);
  if (from === 'min') return numbers.length === 0 ? null : round(Math.min(...numbers));
  if (from === 'max') return numbers.length === 0 ? null : round(Math.max(...numbers));
  if (from === 'distinct') return new Set(texts).size;
  if (from === 'collect') return texts.length === 0 ? null : texts.join('|');
  return (from === 'first' ? texts[0] : texts.at(-1)) ?? null;
};

const aggregate: fc.Arbitrary<Aggregate> = fc.oneof(
  fc.record({
    from: fc.constantFrom('sum', 'average', 'min', 'max', 'distinct', 'first', 'last', 'collect'),
    of: fc.constantFrom('n', 'm'),
  }),
  fc.constant({ from: 'count' } as const),
  fc.constant({ from: 'percent', part: 'n', of: 'm' } as const),
);

const groups = fc.constantFrom<readonly string[]>([], ['a'], ['b'], ['a', 'b'], ['b', 'a']);

const isKept = (cells: Cells, threshold: number | undefined): boolean => {
  if (threshold === undefined) return true;
  const value = parse(cells[2]);
  return value !== undefined && value > threshold;
};

const NULLABLE = optional(freeText);

const readAll = (selection: Selection, rows: readonly Cells[]) => {
  const definition = freeTable(NULLABLE, NULLABLE);
  const reader = bindSelection({ selection }, definition, { timezone: 'UTC' }).reader({
    currentTime: 0,
    timePeriod: 0,
  });
  const selector = reader.create();
  selector.header(recordOf(HEADER, 1), { delimiter: ',' });
  for (const [index, cells] of rows.entries()) if (!selector.row(recordOf(cells, index + 2))) break;
  return selector.finish();
};

test('the aggregates of groups, and of the row for the rest, equal those computed by hand from all rows', () => {
  const property = fc.property(
    fc.array(row, { maxLength: 40 }),
    groups,
    fc.array(aggregate, { minLength: 1, maxLength: 4 }),
    fc.option(fc.integer({ min: -20, max: 20 }), { nil: undefined }),
    fc.option(fc.integer({ min: 2, max: 4 }), { nil: undefined }),
    (rows, keys, aggregates, threshold, limit) => {
      const sources: ColumnSource[] = [...keys.map((of) => ({ from: 'cell', of }) as const), ...aggregates];
      const selection: Selection = {
        columns: sources.map((source, index) => ({ name: `c${index}`, source })),
        ...(threshold !== undefined && { where: [{ column: 'n', tests: [{ is: 'above', of: threshold }] }] }),
        ...(limit !== undefined && { limit, ...(keys.length > 0 && { rest: 'Rest' }) }),
      };
      const keptRows = rows.filter((cells) => isKept(cells, threshold));
      const grouped = Map.groupBy(keptRows, (cells) => JSON.stringify(keys.map((key) => cellOf(cells, key))));
      const groups = keys.length === 0 ? [keptRows] : [...grouped.values()];
      const shown = limit === undefined || groups.length <= limit ? groups : groups.slice(0, limit - 1);
      const otherRows = new Set(groups.slice(shown.length).flat());
      const expected = shown.map((group) => [
        ...keys.map((key) => (group[0] ? cellOf(group[0], key) || null : null)),
        ...aggregates.map((aggregate) => evaluate(aggregate, group)),
      ]);
      const ofRest = keptRows.filter((cells) => otherRows.has(cells));
      const rest =
        otherRows.size > 0
          ? [[...keys.map(() => 'Rest'), ...aggregates.map((aggregate) => evaluate(aggregate, ofRest))]]
          : [];
      expect(readAll(selection, rows).rows).toEqual([...expected, ...rest]);
    },
  );
  fc.assert(property, { numRuns: 400 });
});
