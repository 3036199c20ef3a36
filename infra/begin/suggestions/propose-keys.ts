import { createBucketText } from '../../../shared/calendar/bucket.ts';
import type { CsvSource } from '../../../shared/config/sources.ts';
import { UNLIMITED } from '../../../shared/limits/budget.ts';
import { openFile } from '../../dashboard/data/data-diagnostics.ts';
import { findNewest } from '../../dashboard/data/empty-warnings.ts';
import { readingOf } from './candidate.ts';
import type { SelectionFields } from './column-sources.ts';
import { rolesOf } from './columns.ts';
import type { FileColumn } from './file-column.ts';
import type { ProbedFile } from './probe-file.ts';

export interface ProposedKeys {
  readonly keys: SelectionFields;
  readonly notes: readonly string[];
}

interface Surroundings {
  readonly bytes: Uint8Array;
  readonly timezone: string;
  readonly now: number;
  readonly sums: readonly string[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const WINDOWS = [
  ['24h', DAY_MS],
  ['7d', 7 * DAY_MS],
  ['31d', 31 * DAY_MS],
  ['366d', 366 * DAY_MS],
] as const;

const totalKeys = ({ totals }: ProbedFile): ProposedKeys => {
  if (totals.length === 0) return { keys: {}, notes: [] };
  const conditions = totals.map(({ column, names }) => [column, { not: names.length === 1 ? names[0] : names }]);
  const notes = totals.map(({ column, names }) => {
    const listed = names.map((name) => `'${name}'`).join(', ');
    return `the totals rows ${listed} of ${typeof column === 'number' ? `column ${column}` : column} are left out`;
  });
  return { keys: { where: Object.fromEntries(conditions) }, notes };
};

/** Reads the whole file. Undefined if a cell is not a time. */
const newestIn = (
  column: FileColumn,
  { format, totals }: ProbedFile,
  { bytes, timezone }: Surroundings,
): number | undefined => {
  const where = totals.map(({ column, names: of }) => ({ column, tests: [{ is: 'not', of } as const] }));
  const selection = { window: { of: column.reference }, ...(where.length > 0 && { where }) };
  const source: CsvSource = { ...readingOf(format), selection };
  try {
    return findNewest(source, openFile(bytes, source, UNLIMITED), { timezone });
  } catch {
    return undefined;
  }
};

const windowKeys = (probed: ProbedFile, columns: readonly FileColumn[], surroundings: Surroundings): ProposedKeys => {
  const { time } = rolesOf(columns);
  const newest = time && newestIn(time, probed, surroundings);
  if (!time || newest === undefined) return { keys: {}, notes: [] };
  const { now, timezone } = surroundings;
  const isPresent = ([, length]: (typeof WINDOWS)[number]) => newest <= now && newest > now - length;
  const fitting = WINDOWS.filter(isPresent);
  const found = fitting.find(([, length]) => newest - time.spanMs > now - length) ?? fitting.at(-1);
  if (found) return { keys: { window: { of: time.reference, last: found[0] } }, notes: [] };
  const text = createBucketText('time', timezone)(newest);
  return {
    keys: {},
    notes: [
      `no window holds rows now, because the newest time is ${text}; with newer rows write window: { of: ${time.reference}, last: 31d }`,
    ],
  };
};

const MAX_NAMED = 5;

const sumNotes = ({ sums }: Surroundings): readonly string[] => {
  if (sums.length === 0) return [];
  const listed = sums.slice(0, MAX_NAMED).map((name) => `'${name}'`);
  return [`nothing is added up over all rows, because some rows add up others: ${listed.join(', ')}`];
};

const unclearNotes = (columns: readonly FileColumn[]): readonly string[] => {
  const names = columns.filter(({ kind }) => kind === 'unclear').map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    `the commas or points in the numbers of ${names.join(', ')} may be decimal marks or separate thousands: write decimal: ',' or decimal: '.'`,
  ];
};

const mixedNotes = (columns: readonly FileColumn[]): readonly string[] =>
  columns
    .filter(({ kind }) => kind === 'mixed')
    .map(
      ({ name }) =>
        `some numbers of ${name} are in percent, others are not: write units: { '%': 0.01 } if plain numbers are shares of 1, or else units: { '%': 1 }`,
    );

const unclearDateNotes = ({ unclearDates }: ProbedFile): readonly string[] =>
  unclearDates.map(
    ({ column, patterns }) =>
      `the times of ${column} have several readings: write ${patterns.map((pattern) => `dates: ${pattern}`).join(' or ')}`,
  );

export const proposeKeys = (
  probed: ProbedFile,
  columns: readonly FileColumn[],
  surroundings: Surroundings,
): ProposedKeys => {
  const totals = totalKeys(probed);
  const times = windowKeys(probed, columns, surroundings);
  return {
    keys: { ...totals.keys, ...times.keys },
    notes: [
      ...totals.notes,
      ...times.notes,
      ...sumNotes(surroundings),
      ...unclearNotes(columns),
      ...mixedNotes(columns),
      ...unclearDateNotes(probed),
    ],
  };
};
