import { sourceError } from '../../aws/source-error.ts';
import type { Selection } from '../../config/selection.ts';
import { noReadableColumn, unreadableColumn } from '../../errors/unreadable-column.ts';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import { referencesOf } from '../../selection/references.ts';
import type { WindowBounds } from '../../selection/window.ts';
import type { FileColumn } from './column-types.ts';
import type { Group } from './footer.ts';
import type { ParquetFile } from './open-parquet.ts';
import { mayHaveRows } from './prune.ts';

/** The folders of the path give columns to all rows of the file. */
export interface ReadableFile {
  readonly file: ParquetFile;
  readonly partitions: readonly (readonly [name: string, value: string | null])[];
}

/** Columns of the file and of its folders. */
export interface Layout {
  readonly columns: readonly FileColumn[];
  readonly constants: ReadonlyMap<string, string | null>;
}

interface WantedGroup {
  readonly group: Group;
  readonly before: number;
}

export interface WantedFile {
  readonly file: ParquetFile;
  readonly layout: Layout;
  readonly needed: readonly FileColumn[];
  readonly groups: readonly WantedGroup[];
}

const TEXT: FileColumn['type'] = { origin: 'text', cell: String };

const layoutOf = ({ file, partitions }: ReadableFile): Layout => {
  const own = new Set([...file.columns.map(({ name }) => name), ...file.unreadable.keys()]);
  const added = partitions.filter(([name]) => !own.has(name));
  return {
    columns: [...file.columns, ...added.map(([name]) => ({ name, type: TEXT }))],
    constants: new Map(added),
  };
};

export const namesOf = ({ columns }: Layout): readonly string[] => columns.map(({ name }) => name);

const otherColumns = (file: ParquetFile, first: ParquetFile, found: string): WallfeedError => {
  const message = `${file.name} ${found}, unlike ${first.name}`;
  const hint = 'write all files with the same columns of the same types, or name fewer files';
  return new WallfeedError('TABLE_COLUMNS', `The table has the wrong columns: ${message}.`, [{ message, hint }]);
};

const checkAlike = (files: readonly ReadableFile[], layouts: readonly Layout[]): void => {
  const [first, firstLayout] = [files[0], layouts[0]] as [ReadableFile, Layout];
  const expected = new Map(firstLayout.columns.map(({ name, type }) => [name, type.origin]));
  for (const [index, { columns }] of layouts.entries()) {
    const { file } = files[index] as ReadableFile;
    const lacked = [...expected.keys()].find((name) => !columns.some((column) => column.name === name));
    if (lacked !== undefined) throw otherColumns(file, first.file, `has no column ${lacked}`);
    const other = columns.find(({ name, type }) => expected.get(name) !== type.origin);
    if (!other) continue;
    const found = expected.has(other.name) ? `has another type of ${other.name}` : `has the column ${other.name}`;
    throw otherColumns(file, first.file, found);
  }
};

export const checkHasColumns = ({ layout, file: { name, unreadable } }: WantedFile): void => {
  if (layout.columns.length > 0) return;
  const { message, hint } = noReadableColumn(name, unreadable);
  throw sourceError('SOURCE_INVALID', { name: 'ParquetType' }, message, hint);
};

/** Refuses a column with lists, maps or structs. */
export const checkReadable = ({ unreadable }: ParquetFile, references: readonly unknown[]): void => {
  for (const [name, found] of unreadable) {
    if (!references.includes(name)) continue;
    const { message, hint } = unreadableColumn(name, found);
    throw sourceError('SOURCE_INVALID', { name: 'ParquetType' }, message, hint);
  }
};

/** Returns the names of the columns that a selection reads; all columns if it has no `columns`. */
const neededColumns = (selection: Selection, { columns }: Layout): ReadonlySet<string> => {
  const references = referencesOf(selection);
  const isNeeded = (name: string, index: number): boolean =>
    !selection.columns || references.includes(name.trim()) || references.includes(index + 1);
  return new Set(columns.flatMap(({ name }, index) => (isNeeded(name, index) ? [name] : [])));
};

/** Gives a file the columns of the first file, in the same order. */
const inOrder = (layout: Layout, { columns }: Layout): Layout => ({
  ...layout,
  columns: columns.map(({ name }) => layout.columns.find((column) => column.name === name) as FileColumn),
});

export const rowsIn = ({ groups }: ParquetFile): number => groups.reduce((sum, { rows }) => sum + rows, 0);

export const planFiles = (
  files: readonly ReadableFile[],
  { selection = {}, spans }: { readonly selection: Selection | undefined; readonly spans: readonly WindowBounds[] },
): readonly WantedFile[] => {
  const layouts = files.map(layoutOf);
  checkAlike(files, layouts);
  let before = 0;
  return files.map(({ file }, index) => {
    const layout = inOrder(layouts[index] as Layout, layouts[0] as Layout);
    const names = neededColumns(selection, layout);
    const groups = file.groups.map((group): WantedGroup => {
      const wanted = { group, before };
      before += group.rows;
      return wanted;
    });
    return {
      file,
      layout,
      needed: layout.columns.filter(({ name }) => names.has(name)),
      groups: groups.filter(({ group }) => mayHaveRows(group, layout.columns, selection, spans)),
    };
  });
};
