import type { Condition, ConditionValue, Test } from '../config/selection.ts';
import type { COMPARISONS } from '../config/selection-words.ts';
import { type CellFault, isCellFault } from '../tabular/cell-fault.ts';
import { cleanText } from '../tabular/clean-text.ts';
import { isUnclear, parseNumber } from '../tabular/parse-number.ts';
import { parseTime, TIME_FORMS } from '../tabular/parse-time.ts';
import { say } from '../tabular/say.ts';
import { unclearNumber } from '../tabular/type-cell.ts';
import type { RowCell } from './cursor.ts';
import { createNumberReader, createTimeCellReader, noteNumbers } from './read-value.ts';
import { type CellSettings, cellOf, type RowContext, toNumber } from './row-context.ts';

/** True if the current row is selected. If a cell cannot be read, reports an error and returns false. */
export type Predicate = () => boolean;

const ALWAYS: Predicate = () => true;

/** Combines predicates. Tries them in their order. Most selections have one or two. */
const allOf = (predicates: readonly Predicate[]): Predicate => {
  const [first = ALWAYS, second, ...others] = predicates;
  if (!second) return first;
  const rest = others.length > 0 ? allOf([second, ...others]) : second;
  return () => first() && rest();
};

const textsOf = (values: readonly ConditionValue[]): ReadonlySet<string> =>
  new Set(values.flatMap((value) => (typeof value === 'string' ? [cleanText(value).trim()] : [])));

const numbersOf = (values: readonly ConditionValue[]): ReadonlySet<number> =>
  new Set(values.flatMap((value) => (typeof value === 'number' ? [value] : [])));

/** Returns Booleans as the texts `TRUE` and `FALSE`. */
const booleansOf = (values: readonly ConditionValue[]): ReadonlySet<string> =>
  new Set(values.flatMap((value) => (typeof value === 'boolean' ? [String(value).toUpperCase()] : [])));

const createNumberOf =
  (cell: RowCell, { decimal, isCommaUnclear, faults, readForm, isLength }: RowContext) =>
  (): number | undefined => {
    const plain = cell.plainNumber();
    if (!Number.isNaN(plain)) return plain;
    const text = cell.text().trim();
    const form = toNumber(readForm?.(text, cell.column()));
    if (typeof form === 'number') return form;
    if (form && isLength?.(cell.column()) && parseNumber(text, decimal) !== undefined) {
      faults.refuse(cell.column(), form);
      return undefined;
    }
    if (!isCommaUnclear || !isUnclear(text)) return parseNumber(text, decimal);
    faults.refuse(cell.column(), unclearNumber(text));
    return undefined;
  };

/** Compares texts as text, numbers as numbers, and Booleans in upper or lower case. */
const createAny = (values: readonly ConditionValue[], cell: RowCell, context: RowContext): Predicate => {
  const texts = textsOf(values);
  const numbers = numbersOf(values);
  const booleans = booleansOf(values);
  const encoded = Array.from(texts, (text) => ({ text, bytes: Buffer.from(text) }));
  const [only] = encoded;
  const ofText: Predicate =
    only && encoded.length === 1 ? () => cell.equals(only) : () => texts.has(cell.text().trim());
  const numberOf = createNumberOf(cell, context);
  if (numbers.size > 0) noteNumbers(cell, context);
  const ofNumber: Predicate = () => numbers.has(numberOf() ?? Number.NaN);
  const ofBoolean: Predicate = () => booleans.has(cell.text().trim().toUpperCase());
  const [first = ofText, ...others] = [
    ...(texts.size > 0 ? [ofText] : []),
    ...(numbers.size > 0 ? [ofNumber] : []),
    ...(booleans.size > 0 ? [ofBoolean] : []),
  ];
  return others.length === 0 ? first : () => first() || others.some((holds) => holds());
};

const COMPARE: Readonly<Record<(typeof COMPARISONS)[number], (value: number, bound: number) => boolean>> = {
  above: (value, bound) => value > bound,
  below: (value, bound) => value < bound,
  atLeast: (value, bound) => value >= bound,
  atMost: (value, bound) => value <= bound,
};

const boundHint = (text: string): string => {
  const number = parseNumber(text, '.');
  if (number === undefined) return `write a number, or a time: ${TIME_FORMS}`;
  return String(number) === text ? 'write the number without quotes' : `write ${number}`;
};

/** Tries the usual forms first, and then the form of the file's own times. */
export const readBound = (text: string, { readTime, timezone }: CellSettings): number | CellFault => {
  const time = parseTime(text.trim(), timezone, boundHint);
  if (!isCellFault(time)) return time;
  const own = readTime(text.trim());
  return isCellFault(own) ? time : own;
};

const createComparison = (
  { is, of }: Extract<Test, { readonly is: keyof typeof COMPARE }>,
  cell: RowCell,
  context: RowContext,
): Predicate => {
  const compare = COMPARE[is];
  const bound = typeof of === 'number' ? of : readBound(of, { ...context, ...cell.times });
  const read = typeof of === 'number' ? createNumberReader(cell, context) : createTimeCellReader(cell, context);
  if (isCellFault(bound)) context.faults.refuseAt({}, { ...bound, fault: say`where: ${bound.fault}` });
  return () => compare(read(), bound as number);
};

const createTest = (test: Test, cell: RowCell, context: RowContext): Predicate => {
  if (test.is === 'parameter') return ALWAYS;
  if (test.is === 'any') return createAny(test.of, cell, context);
  if (test.is === 'not') {
    const isAny = createAny(test.of, cell, context);
    return () => !isAny();
  }
  if (test.is === 'contains') {
    const texts = [test.of].flat().map(cleanText);
    return () => {
      const text = cell.text().trim();
      return texts.some((one) => text.includes(one));
    };
  }
  if (test.is === 'blank') return () => (cell.text().trim() === '') === test.of;
  return createComparison(test, cell, context);
};

/**
 * Creates the predicate of `where`. All tests of all conditions must hold. They are tried in the order of the dashboard
 * file.
 */
export const createPredicate = (where: readonly Condition[] | undefined, context: RowContext): Predicate =>
  allOf(
    (where ?? []).flatMap(({ column, tests }) => {
      const cell = cellOf(column, context);
      return tests.map((test) => createTest(test, cell, context));
    }),
  );
