import { nearestNames } from '../catalogue/nearest-names.ts';
import type { ColumnReference } from '../config/selection.ts';
import type { Detail } from '../errors/wallfeed-error.ts';
import { indexesOfName } from '../tabular/clean-text.ts';
import { listNames, shownName } from '../tabular/column-count.ts';
import { say } from '../tabular/say.ts';
import { type ColumnIndex, NAME, nameLine, VALUE } from './cursor.ts';

/** Names are trimmed. `hasNames` is false if the file has no header. */
export interface FileHeader {
  readonly names: readonly string[];
  readonly hasNames: boolean;
  readonly line: number;
  /** Set if the header has several lines. */
  readonly lines?: readonly (readonly string[])[];
  /** Set if the source knows a better hint for a missing column than a column with a similar name. */
  readonly hintOf?: ((name: string) => string | undefined) | undefined;
  /** Word for the source in messages. Defaults to `file`. */
  readonly noun?: string;
}

type Problem = Pick<Detail, 'message' | 'hint'>;

const quoteName = (name: string): string => `'${shownName(name)}'`;

const FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** Returns the code points of letters that only look like those of the wanted name. */
const foreignIn = (name: string, wanted: string): string => {
  const others = Array.from(wanted);
  const letters = Array.from(name);
  const differing = letters.filter((one, at) => one !== others[at]);
  const areForeign = letters.every(
    (one, at) => one === others[at] || FOREIGN.test(one) !== FOREIGN.test(others[at] ?? ''),
  );
  if (letters.length !== others.length || differing.length === 0 || !areForeign) return '';
  return ` (${differing.map((one) => `U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`).join(', ')})`;
};

const quoteNames = (names: readonly string[], wanted: string): string =>
  names.map((name) => `${quoteName(name)}${foreignIn(name, wanted)}`).join(' or ');

const noPosition = (position: number, { names, hasNames, noun = 'file' }: FileHeader): Problem => {
  const isName = hasNames && names.includes(String(position));
  return {
    message: say`the ${noun} has no column ${position}; it has ${names.length}`,
    hint: isName
      ? `to name the column ${position}, write it in quotes: '${position}'`
      : `give a position from 1 to ${names.length}`,
  };
};

const PIVOT_HINT = '$name and $value need unpivot, such as unpivot: [cpu, memory]';

const noName = (name: string, { names, hasNames, hintOf, noun = 'file' }: FileHeader): Problem => {
  const message = say`the ${noun} has no column '${shownName(name)}'`;
  if (name === NAME || name === VALUE || nameLine(name) !== undefined) return { message, hint: PIVOT_HINT };
  const own = hintOf?.(name);
  if (own !== undefined) return { message, hint: own };
  if (!hasNames)
    return { message, hint: 'name the columns of a file without a header by position: 1 is the first column' };
  const near = nearestNames(name, names.filter(Boolean));
  return {
    message,
    hint: near.length > 0 ? `did you mean ${quoteNames(near, name)}?` : `its columns are ${listNames(names)}`,
  };
};

const severalNames = (name: string, positions: readonly number[], noun = 'file'): Problem => ({
  message: say`the ${noun} has ${positions.length} columns named '${shownName(name)}'`,
  hint: `use its position: ${positions.join(' or ')}`,
});

const noLine = (name: string, lines: number): Problem => ({
  message: say`the file has no ${name}`,
  hint: `the header has ${lines === 1 ? 'one line' : `${lines} lines`}: name its lines, such as header: [1, 2]`,
});

const findProblem = (reference: ColumnReference, header: FileHeader, isUnpivoted: boolean): Problem | undefined => {
  const line = isUnpivoted ? nameLine(reference) : undefined;
  const { length } = header.lines ?? [[]];
  if (line !== undefined) return header.lines && line <= length ? undefined : noLine(String(reference), length);
  if (typeof reference === 'number')
    return reference <= header.names.length ? undefined : noPosition(reference, header);
  const indexes = header.hasNames ? indexesOfName(reference, header.names) : [];
  if (indexes.length === 0) return noName(reference, header);
  const positions = indexes.map((index) => index + 1);
  return positions.length > 1 ? severalNames(reference, positions, header.noun) : undefined;
};

/** @param isUnpivoted true if the selection has `unpivot`, which creates `$name1` and `$name2`. */
export const checkReferences = (
  references: readonly ColumnReference[],
  header: FileHeader,
  isUnpivoted = false,
): readonly Detail[] =>
  references.flatMap((reference) => {
    const problem = findProblem(reference, header, isUnpivoted);
    return problem ? [{ line: header.line, ...problem }] : [];
  });

/** Returns -1 for `$name` and `$value` if the selection has `unpivot`. */
export const createColumnIndex =
  ({ names }: FileHeader, isUnpivoted: boolean): ColumnIndex =>
  (reference) => {
    if (typeof reference === 'number') return reference - 1;
    const isOfPivot = reference === NAME || reference === VALUE || nameLine(reference) !== undefined;
    return isUnpivoted && isOfPivot ? -1 : (indexesOfName(reference, names)[0] ?? -1);
  };
