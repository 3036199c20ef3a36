import type { Lines } from '../feed.ts';
import type { LineChanges } from './reject.ts';

const changeTable = (lines: readonly string[], changes: LineChanges): readonly string[] =>
  Object.entries(changes).reduce((changed, [number, text]) => {
    const index = Number(number) - 1;
    if (changed[index] === text) throw new Error(`line ${number} has this text in the base`);
    if (!(index >= 0 && index <= changed.length)) throw new Error(`line ${number} is beyond the line after the last`);
    return changed.toSpliced(index, 1, text);
  }, lines);

/** Returns CSV tables with some lines changed or added. */
export const changeLines = (csv: Lines, changes: LineChanges | Readonly<Record<string, LineChanges>>): Lines => {
  if (Array.isArray(csv)) return changeTable(csv, changes as LineChanges);
  const tables = csv as Readonly<Record<string, readonly string[]>>;
  const changed = Object.entries(changes as Readonly<Record<string, LineChanges>>).map(([name, one]) => {
    const lines = tables[name];
    if (!lines) throw new Error(`the base has no table ${name}`);
    return [name, changeTable(lines, one)] as const;
  });
  return { ...tables, ...Object.fromEntries(changed) };
};
