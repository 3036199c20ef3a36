import { isMap } from '../../../shared/catalogue/is-map.ts';
import { joinKey, STAR } from '../../../shared/sources/find-rows.ts';

/** A list of rows in a document, or a map whose entries may be rows. */
interface Candidate {
  readonly path: string;
  readonly rows: number;
  readonly depth: number;
  readonly isMap: boolean;
}

/** Names that APIs give to the list that was asked for. A list beside it may be longer. */
const USUAL_NAMES =
  /^(?:data|items|results?|rows|records|list|content|hits|nodes|values|entries|issues|objects|value)$/i;

const MAX_DEPTH = 8;
const MIN_MAP_ROWS = 2;

const isRow = (value: unknown): boolean => isMap(value) || Array.isArray(value);

/** True for maps with the same keys, which are rows that have names, such as one map for each site. */
const areAlike = (values: readonly unknown[]): boolean => {
  const [first = [], ...others] = values.map((value) => (isMap(value) ? Object.keys(value) : []));
  return (
    first.length > 0 && others.every((keys) => first.filter((key) => keys.includes(key)).length * 2 >= first.length)
  );
};

const candidatesIn = (value: unknown, path: string, depth = 0): readonly Candidate[] => {
  if (Array.isArray(value)) return value.every(isRow) ? [{ path, rows: value.length, depth, isMap: false }] : [];
  if (!isMap(value) || depth === MAX_DEPTH) return [];
  const entries = Object.entries(value).filter(([key]) => !key.includes('.'));
  const values = Object.values(value);
  const isOfRows = values.length >= MIN_MAP_ROWS && areAlike(values);
  return [
    ...(isOfRows ? [{ path: joinKey(path, STAR), rows: values.length, depth, isMap: true }] : []),
    ...entries.flatMap(([key, one]) => candidatesIn(one, joinKey(path, key), depth + 1)),
  ];
};

const isUsual = ({ path }: Candidate): boolean => USUAL_NAMES.test(path.split('.').at(-1) ?? '');

const byLikelihood = (one: Candidate, other: Candidate): number =>
  Number(other.rows > 0) - Number(one.rows > 0) ||
  Number(one.isMap) - Number(other.isMap) ||
  Number(isUsual(other)) - Number(isUsual(one)) ||
  other.rows - one.rows ||
  one.depth - other.depth;

/**
 * Proposes `rows` for a document: the dotted path of the list with the rows. Empty if the document itself is the list, or
 * if it has no list of rows.
 */
export const proposeRows = (document: unknown): string =>
  candidatesIn(document, '').toSorted(byLikelihood)[0]?.path ?? '';
