import { findViolations } from '../catalogue/find-violations.ts';
import { isMap } from '../catalogue/is-map.ts';
import type { Violation } from '../catalogue/rule.ts';
import { type Detail, describeDetail, WallfeedError } from '../errors/wallfeed-error.ts';
import type { Budget } from '../limits/budget.ts';
import { placeBesidePath } from '../tabular/cell-fault.ts';
import { shortenPath } from '../tabular/shorten.ts';
import type { BoundShape } from './bind-endpoints.ts';
import { isValidBody } from './is-valid-body.ts';
import type { FoldedFrom, MadeBody } from './make-body.ts';
import { traceViolations } from './trace-violations.ts';

const MAX_DEPTH = 4;

const isList = (value: unknown): boolean => Array.isArray(value) && value.some(isMap);

/** Returns its path, such as `data.items`; undefined if there is no list of objects. */
const findList = (document: unknown, depth = MAX_DEPTH): string | undefined => {
  if (!isMap(document) || depth === 0) return undefined;
  const entries = Object.entries(document);
  const [direct] = entries.find(([, value]) => isList(value)) ?? [];
  if (direct !== undefined) return direct;
  for (const [key, value] of entries) {
    const inner = findList(value, depth - 1);
    if (inner !== undefined) return `${key}.${inner}`;
  }
  return undefined;
};

/** Returns the cell that causes each violation. Empty if several cells or no cells cause it, or if time runs out. */
const placesOf = (
  { tables: definitions, fold }: BoundShape,
  { tables, typed }: FoldedFrom,
  violations: readonly Violation[],
  budget: Budget,
): readonly Partial<Detail>[] => {
  const hasSeveralTables = Object.keys(definitions).length > 1;
  const paths = violations.map(({ path }) => path);
  return traceViolations(definitions, typed, fold, paths, budget).map((origin) => {
    const table = origin && tables[origin.table];
    return table
      ? { ...(hasSeveralTables && { table: origin.table }), ...placeBesidePath(table, origin.row, origin.column) }
      : {};
  });
};

const bodyInvalid = (
  bound: BoundShape,
  violations: readonly Violation[],
  from: FoldedFrom | undefined,
  budget: Budget,
): WallfeedError => {
  const listed = violations.slice(0, budget.maxDetails);
  const cells = from ? placesOf(bound, from, listed, budget) : [];
  const details = listed.map(
    ({ path, message, hint }, index): Detail => ({
      path: shortenPath(path),
      ...cells[index],
      message,
      ...(hint && { hint }),
    }),
  );
  const found = details[0] ? describeDetail(details[0]) : '';
  return new WallfeedError('BODY_INVALID', `The body does not fit the component: ${found}.`, details);
};

/**
 * Adds advice to the hint for missing fields: a document of another system often contains a list whose rows fit the
 * component.
 */
const adviseRows = (violations: readonly Violation[], body: unknown): readonly Violation[] => {
  const list = findList(body);
  if (list === undefined) return violations;
  const advice = `or select rows of a list: json: { file: ..., rows: ${list}, columns: { ... } }`;
  return violations.map((violation) =>
    violation.path === '' && violation.hint ? { ...violation, hint: `${violation.hint}, ${advice}` } : violation,
  );
};

/** @returns BODY_INVALID, with the path of each violation and the cell that it comes from. */
export const describeBody = (bound: BoundShape, { body, from }: MadeBody, budget: Budget): WallfeedError => {
  const violations = budget.work(() => findViolations(bound.shape, bound.validate, body, budget.maxDetails));
  return bodyInvalid(bound, from ? violations : adviseRows(violations, body), from, budget);
};

/**
 * Checks the schema, then the rules.
 * @throws WallfeedError BODY_INVALID; SOURCE_TIMEOUT if there is too little time left to validate and send it.
 */
export const checkBody = (bound: BoundShape, made: MadeBody, budget: Budget): void => {
  if (!isValidBody(bound, made, budget)) throw describeBody(bound, made, budget);
};
