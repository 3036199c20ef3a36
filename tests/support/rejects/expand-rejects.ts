import type { Lines } from './feed.ts';
import type { LineChanges, Reject, RejectGroup, RejectInput, WrittenReject } from './reject.ts';

type Container = Record<string, unknown> | unknown[];

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** The object or list that holds the value, and the value's key in it. */
const holderOf = (body: unknown, path: string): { readonly holder: Record<string, unknown>; readonly key: string } => {
  const steps = path.match(/[^.[\]]+/g) ?? [];
  const holder = steps
    .slice(0, -1)
    .reduce((value, step) => (isContainer(value) ? (value as Record<string, unknown>)[step] : undefined), body);
  const key = steps.at(-1);
  if (!isContainer(holder) || key === undefined) throw new Error(`the base has no object or list around ${path}`);
  return { holder: holder as Record<string, unknown>, key };
};

/** Adds the field, or the entry after the last one of a list, if it does not exist. */
const setAt = (body: unknown, [path, value]: readonly [path: string, value: unknown]): unknown => {
  const changed = structuredClone(body);
  const { holder, key } = holderOf(changed, path);
  if (JSON.stringify(holder[key]) === JSON.stringify(value)) throw new Error(`${path} has this value in the base`);
  if (Array.isArray(holder) && Number(key) > holder.length) throw new Error(`${path} would leave a gap in its list`);
  holder[key] = value;
  return changed;
};

const removeAt = (body: unknown, path: string): unknown => {
  const changed = structuredClone(body);
  const { holder, key } = holderOf(changed, path);
  if (!Object.hasOwn(holder, key)) throw new Error(`the base has no ${path} to remove`);
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return changed;
};

const changeBody = (body: unknown, set: Readonly<Record<string, unknown>>, remove: readonly string[]): unknown =>
  remove.reduce(removeAt, Object.entries(set).reduce(setAt, body));

const changeTable = (lines: readonly string[], changes: LineChanges): readonly string[] =>
  Object.entries(changes).reduce((changed, [number, text]) => {
    const index = Number(number) - 1;
    if (changed[index] === text) throw new Error(`line ${number} has this text in the base`);
    if (!(index >= 0 && index <= changed.length)) throw new Error(`line ${number} is beyond the line after the last`);
    return changed.toSpliced(index, 1, text);
  }, lines);

const changeLines = (csv: Lines, changes: LineChanges | Readonly<Record<string, LineChanges>>): Lines => {
  if (Array.isArray(csv)) return changeTable(csv, changes as LineChanges);
  const tables = csv as Readonly<Record<string, readonly string[]>>;
  const changed = Object.entries(changes as Readonly<Record<string, LineChanges>>).map(([name, one]) => {
    const lines = tables[name];
    if (!lines) throw new Error(`the base has no table ${name}`);
    return [name, changeTable(lines, one)] as const;
  });
  return { ...tables, ...Object.fromEntries(changed) };
};

const removedFrom = ({ remove = [] }: WrittenReject): readonly string[] => [remove].flat();

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

/** Empty unless the reject changes one line only. */
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

/** @param readJson reads a file of the shape's folder, for bases such as `{ "body": "sample.json" }`. */
export const expandRejects = (groups: readonly RejectGroup[], readJson: (file: string) => unknown): readonly Reject[] =>
  groups.flatMap(({ base = {}, rejects }) => {
    const input = expandBase(base, readJson);
    return rejects.map((reject) => expandReject(input, reject));
  });
