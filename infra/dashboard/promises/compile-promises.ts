import type { Bounds, Promises, ValuePromise } from '../../../shared/config/promises.ts';
import type { ColumnReference } from '../../../shared/config/selection.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { parseDueTime } from './due-time.ts';

/** The keys of `expect` of an endpoint that are no columns. */
export const HELD_KEYS = ['for', 'always'] as const;

const compileHeld = ({ for: length, always }: Fields): Pick<Promises, 'for' | 'always'> => {
  const forMs = parseDuration(length) ?? 0;
  return { ...(forMs > 0 && { for: forMs }), ...(always === true && { always }) };
};

/** Expects a valid `expect`; undefined if there is none. */
export const compilePromises = (expect: unknown): Promises | undefined => {
  if (expect === undefined) return undefined;
  const { newest, by, rows, values, ...held } = asFields(expect);
  const { of, within } = asFields(newest);
  const withinMs = parseDuration(within);
  const due = typeof by === 'string' ? parseDueTime(by) : undefined;
  return {
    ...(of !== undefined && {
      newest: { of: of as ColumnReference, ...(withinMs !== undefined && { within: withinMs }) },
    }),
    ...(due && 'minute' in due && { by: due }),
    ...(rows !== undefined && { rows: rows as Bounds }),
    ...(values !== undefined && { values: values as Readonly<Record<string, ValuePromise>> }),
    ...compileHeld(held),
  };
};

export const promisedColumns = (expect: unknown): Fields =>
  Object.fromEntries(Object.entries(asFields(expect)).filter(([key]) => !HELD_KEYS.some((held) => held === key)));

/** Expects a valid `expect`; undefined if there is none. */
export const compileEndpointPromises = (expect: unknown): Promises | undefined =>
  expect === undefined
    ? undefined
    : {
        values: promisedColumns(expect) as Readonly<Record<string, ValuePromise>>,
        ...compileHeld(asFields(expect)),
      };
