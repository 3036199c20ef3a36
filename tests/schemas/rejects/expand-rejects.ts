import type { Lines } from '../feed.ts';
import { changeBody } from './change-body.ts';
import { changeLines } from './change-lines.ts';
import type { Reject, RejectGroup, RejectInput, WrittenReject } from './reject.ts';

const removedFrom = ({ remove = [] }: WrittenReject): readonly string[] => [remove].flat();

/** Returns the tables of the base, in which tables of the reject replace those with the same name. */
const tablesOf = (base: Lines | undefined, own: Lines | undefined): Lines | undefined =>
  base && own && !Array.isArray(base) && !Array.isArray(own) ? { ...base, ...own } : (own ?? base);

const inputOf = (base: RejectInput, reject: WrittenReject): RejectInput => {
  const { body, csv, options = base.options, reading = base.reading, set = {}, lines } = reject;
  if (reject.json) return { json: reject.json };
  if ('body' in reject) return { body };
  const tables = tablesOf(base.csv, csv);
  if (!tables) return { body: changeBody(base.body, set, removedFrom(reject)) };
  return { csv: lines ? changeLines(tables, lines) : tables, ...(options && { options }), ...(reading && { reading }) };
};

/** Returns the base. If it names a file, the document in that file takes the place of the name. */
export const expandBase = (base: RejectInput, readJson: (file: string) => unknown): RejectInput =>
  typeof base.body === 'string' ? { ...base, body: readJson(base.body) } : base;

const parentOf = (path: string): string => path.replace(/(?:^|\.)[^.[\]]+$|\[\d+\]$/, '');

/**
 * Returns the place of a single change to a body: the path that is set, or the object from which a field is removed.
 */
const changedPath = (reject: WrittenReject): { readonly path?: string } => {
  const set = Object.keys(reject.set ?? {});
  const places = [...set, ...removedFrom(reject).map(parentOf)];
  const [path] = places;
  return places.length === 1 && path !== undefined ? { path } : {};
};

/** Returns the place of a single changed line. */
const changedLine = ({ lines = {} }: WrittenReject): { readonly table?: string; readonly line?: number } => {
  const places = Object.entries(lines).flatMap(([name, change]) =>
    typeof change === 'string'
      ? [{ line: Number(name) }]
      : Object.keys(change).map((line) => ({ table: name, line: Number(line) })),
  );
  return (places.length === 1 && places[0]) || {};
};

/**
 * Returns the place of the violation: the place that the reject states, or else the place of its single change. A
 * change to a body has a `path`. A changed line has a `table` and a `line` if the reject names a column.
 */
const placeOf = (reject: WrittenReject): Pick<Reject, 'path' | 'table' | 'line' | 'column'> => {
  const { path, table, line, column } = reject;
  const changed = { ...changedPath(reject), ...(column !== undefined && line === undefined && changedLine(reject)) };
  return {
    ...changed,
    ...(path !== undefined && { path }),
    ...(table !== undefined && { table }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
};

const expandReject = (base: RejectInput, reject: WrittenReject): Reject => {
  const { why, error = 'BODY_INVALID', message } = reject;
  try {
    return { why, ...inputOf(base, reject), error, ...placeOf(reject), message };
  } catch (fault) {
    throw new Error(`rejects.json, '${why}': ${(fault as Error).message}`, { cause: fault });
  }
};

/**
 * Applies the changes of each reject to the base of its group.
 * @param readJson reads a file of the shape's folder, for bases such as `{ "body": "sample.json" }`.
 */
export const expandRejects = (groups: readonly RejectGroup[], readJson: (file: string) => unknown): readonly Reject[] =>
  groups.flatMap(({ base = {}, rejects }) => {
    const input = expandBase(base, readJson);
    return rejects.map((reject) => expandReject(input, reject));
  });
