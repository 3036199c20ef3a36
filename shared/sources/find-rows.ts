import { isMap } from '../catalogue/is-map.ts';
import { nearestNames } from '../catalogue/nearest-names.ts';
import { type Detail, describeDetail, WallfeedError } from '../errors/wallfeed-error.ts';
import { listNames, shownName } from '../tabular/column-count.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface FoundRow {
  readonly value: unknown;
  /** `data.items[3]`. Empty if the row is the whole document, or a line of a file with one document on each line. */
  readonly path: string;
  /** Key of the row in its map, if the key `rows` ends in `.*`. */
  readonly key?: string;
  /** Set if the file has one document on each line. */
  readonly line?: number;
}

export const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return isMap(value) ? 'a map' : `a ${typeof value === 'string' ? 'text' : typeof value}`;
};

/** Describes a detail with its path. An empty path is the document itself. */
export const describe = (detail: Detail): string =>
  describeDetail(detail.line === undefined ? { ...detail, path: detail.path || 'the document' } : detail);

export const noRows = (detail: Detail): WallfeedError =>
  new WallfeedError('SOURCE_INVALID', `The rows were not found: ${describe(detail)}.`, [detail]);

const SUCH_AS = 'set `rows` to the path of a list, such as data.items';

const missingStep = (value: unknown, path: string, step: string): WallfeedError => {
  if (!isMap(value)) {
    const message = `is ${kindOf(value)}, so it has no ${shownName(step)}`;
    return noRows({ path, message, hint: SUCH_AS });
  }
  const keys = Object.keys(value);
  const [near] = nearestNames(step, keys, 1);
  const existing = keys.length > 0 ? `the keys are ${listNames(keys)}` : 'the map is empty';
  const hint = near === undefined ? existing : `did you mean ${shownName(near)}? ${existing}`;
  return noRows({ path, message: `has no ${shownName(step)}`, hint });
};

export const joinKey = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

export const STAR = '*';

/** A star at the end stands for all entries of a map. */
export const splitPath = (dotted: string): { readonly steps: readonly string[]; readonly hasStar: boolean } => {
  const steps = dotted === '' ? [] : dotted.split('.');
  const hasStar = steps.at(-1) === STAR;
  return { steps: hasStar ? steps.slice(0, -1) : steps, hasStar };
};

export const ownValue = (value: unknown, step: string): unknown =>
  Object.keys(Object(value)).includes(step) && typeof value === 'object' ? (value as Fields)[step] : undefined;

export interface FoundRows {
  readonly path: string;
  readonly rows: readonly FoundRow[];
}

/** True for a map without entries, and for an empty list, as PHP writes such a map. */
export const isEmptyMap = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isMap(value) && Object.keys(value).length === 0;

const rowsOfList = (items: readonly unknown[], path: string): FoundRows => ({
  path,
  rows: items.map((value, index) => ({ value, path: `${path}[${index}]` })),
});

/** A map where the rows should be: a fault, or one row if the dataset names its columns. */
export type MapRule = 'refused' | 'needsColumns' | 'oneRow';

const hintFor = (value: unknown, dotted: string, rule: MapRule): string => {
  if (!isMap(value)) return SUCH_AS;
  const lists = Object.keys(value).filter((key) => Array.isArray(value[key]));
  const star = dotted === '' ? `'${STAR}'` : `${dotted}.${STAR}`;
  if (lists.length > 0) return `its lists are ${listNames(lists)}`;
  return rule === 'needsColumns'
    ? `a map: for one row write \`columns\`, and for a row of each entry \`rows: ${star}\``
    : `a map: for a row of each entry write \`rows: ${star}\``;
};

/**
 * Finds the rows at a dotted path, such as `data.items`, `results.0.rows` or `data.sites.*`. With an empty path, the
 * document itself is the list.
 * @throws WallfeedError SOURCE_INVALID, which lists the keys at the place where the path ends.
 */
export const findRows = (document: unknown, dotted: string, rule: MapRule = 'refused'): FoundRows => {
  const { steps, hasStar } = splitPath(dotted);
  let value = document;
  let path = '';
  for (const step of steps) {
    const next = ownValue(value, step);
    if (next === undefined) throw missingStep(value, path, step);
    path = Array.isArray(value) ? `${path}[${step}]` : joinKey(path, step);
    value = next;
  }
  const own = hasStar ? ownValue(value, STAR) : undefined;
  if (Array.isArray(own)) return rowsOfList(own, joinKey(path, STAR));
  if (hasStar && isEmptyMap(value)) return { path, rows: [] };
  if (hasStar && isMap(value))
    return {
      path,
      rows: Object.entries(value).map(([key, entry]) => ({ value: entry, path: joinKey(path, key), key })),
    };
  if (hasStar) {
    const hint = Array.isArray(value) ? `write \`rows: ${steps.join('.')}\`` : SUCH_AS;
    throw noRows({ path, message: `is ${kindOf(value)}, not a map`, hint });
  }
  if (Array.isArray(value)) return rowsOfList(value, path);
  if (rule === 'oneRow' && isMap(value)) return { path, rows: [{ value, path }] };
  throw noRows({ path, message: `is ${kindOf(value)}, not a list of rows`, hint: hintFor(value, dotted, rule) });
};
