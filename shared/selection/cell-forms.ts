import type { CellReading } from '../config/sources.ts';
import type { CellFault } from '../tabular/cell-fault.ts';
import { type DurationReading, type Length, parseDuration } from '../tabular/parse-duration.ts';
import { isUnclear, writtenDecimal } from '../tabular/parse-number.ts';
import { unclearNumber } from '../tabular/type-cell.ts';
import { decimalText } from './column-number.ts';
import type { ColumnIndex } from './cursor.ts';
import type { ReadForm } from './row-context.ts';

const multiply = (one: string, other: string): string => {
  const [parts, factors] = [one, other].map((text) => {
    const [whole = '', fraction = ''] = text.split('.');
    return { digits: BigInt(whole + fraction), scale: fraction.length };
  }) as [{ digits: bigint; scale: number }, { digits: bigint; scale: number }];
  const product = parts.digits * factors.digits;
  const scale = parts.scale + factors.scale;
  const sign = product < 0n ? '-' : '';
  const digits = String(product < 0n ? -product : product).padStart(scale + 1, '0');
  return `${sign}${digits.slice(0, digits.length - scale)}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
};

const DECIMAL = /^[+-]?\d*(?:\.\d+)?$/;

interface Settings extends Pick<CellReading, 'units' | 'durations'> {
  readonly decimal: '.' | ',';
  readonly isCommaUnclear?: boolean;
}

const createUnitReader = (
  units: Readonly<Record<string, number>>,
  { decimal, isCommaUnclear = false }: Settings,
): ((text: string) => string | CellFault | undefined) => {
  const longestFirst = Object.entries(units).toSorted(([one], [other]) => other.length - one.length);
  return (text) => {
    const [unit = '', factor = 1] = longestFirst.find(([one]) => text.endsWith(one)) ?? [];
    const number = unit === '' ? '' : text.slice(0, -unit.length).trim();
    const digits = writtenDecimal(number, decimal);
    if (digits === undefined || !DECIMAL.test(digits)) return undefined;
    return isCommaUnclear && isUnclear(number) ? unclearNumber(number) : multiply(digits, decimalText(factor));
  };
};

/** Returns undefined without `durations`. */
export const createIsLength = (
  durations: CellReading['durations'],
  indexOf: ColumnIndex,
): ((column: number) => boolean) | undefined => {
  if (!durations) return undefined;
  const columns = new Set(durations.map(([column]) => indexOf(column)));
  return (column) => columns.has(column);
};

/** Reads what `units` and `durations` describe; undefined without these keys. */
export const createReadForm = (settings: Settings, indexOf: ColumnIndex): ReadForm | undefined => {
  const { units, durations } = settings;
  if (!units && !durations) return undefined;
  const readUnit = units && createUnitReader(units, settings);
  const readings = new Map((durations ?? []).map(([column, reading]) => [indexOf(column), reading] as const));
  const readLength = (text: string, reading: DurationReading): CellFault | Length | undefined => {
    if (text === '') return undefined;
    const length = parseDuration(text, reading);
    // A 0 is the same in every unit.
    return 'fault' in length && Number(writtenDecimal(text, settings.decimal)) === 0 ? undefined : length;
  };
  return (text, column) => {
    const reading = readings.get(column);
    return reading ? readLength(text, reading) : readUnit?.(text);
  };
};
