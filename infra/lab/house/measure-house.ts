import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatTable } from '../../terminal/format-table.ts';
import { folderCircles } from './find-circles.ts';
import { readSources, type Source } from './read-source-files.ts';

const SMALL = 15;
/** Siblings are files in one folder with the same single importer. */
const SIBLINGS = 4;
const ROOMS_SHOWN = 3;

const count = <Item>(items: readonly Item[], isCounted: (item: Item) => boolean): number =>
  items.filter(isCounted).length;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const singleImporters = (sources: readonly Source[]): ReadonlyMap<string, string> => {
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    for (const imported of imports) importers.set(imported, (importers.get(imported) ?? new Set()).add(path));
  }
  return new Map(
    Array.from(importers).flatMap(([path, [only = '', ...others]]) => (others.length > 0 ? [] : [[path, only]])),
  );
};

/**
 * Counts files with one importer, except siblings, such as the commands or the rules of a check, and except files of
 * families.
 */
const countSingles = (sources: readonly Source[]): number => {
  const singles = [...singleImporters(sources)];
  const row = ([path, importer]: readonly [string, string]): string => `${dirname(path)} ${importer}`;
  const rows = Map.groupBy(singles, row);
  return count(
    singles,
    (one) => (rows.get(row(one))?.length ?? 0) < SIBLINGS && !/^(?:schemas|functions)\/(?!common\/)/.test(one[0]),
  );
};

const largestRooms = (sources: readonly Source[]): string => {
  const rooms = Map.groupBy(
    sources.map(({ path }) => dirname(path)).filter((room) => room !== 'infra/cli'),
    (room) => room,
  );
  return Array.from(rooms, ([room, files]) => ({ room, files: files.length }))
    .sort((a, b) => b.files - a.files)
    .slice(0, ROOMS_SHOWN)
    .map(({ room, files }) => `${room} ${files}`)
    .join(', ');
};

const countPrivatePaths = (root: string, sources: readonly Source[]): number =>
  count(sources, ({ path }) => /\bdist-(?:es|cjs)\b/.test(readFileSync(join(root, path), 'utf8')));

interface Trace {
  readonly files: number;
  readonly folders: number;
  readonly moves: number;
}

/** Traces a request in a separate process, which loads changed sources. */
const traceRequest = (root: string): Trace => {
  const program = fileURLToPath(new URL('./trace-request.mjs', import.meta.url));
  const output = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', program, root]);
  return JSON.parse(output.toString());
};

const isOfLab = ({ path }: Source): boolean => path.startsWith('infra/lab/');

const isOfAthena = ({ path }: Source): boolean =>
  /^infra\/(?:(?:trino|local\/emulators\/athena)\/|dashboard\/sql\/(?:check-athena-sql|foreign-))/.test(path);

/** Returns a table of figures about the structure of the project, to compare it with another version. */
export const measureHouse = (root: string): string => {
  const all = readSources(root, ['functions', 'infra', 'schemas', 'shared']);
  const sources = all.filter((source) => !isOfLab(source));
  const helpers = readSources(root, ['tests']).filter(({ path }) => !path.endsWith('.test.ts'));
  const { files, folders, moves } = traceRequest(root);
  const lines = (some: readonly Source[]): number => some.reduce((sum, one) => sum + one.lines, 0);
  const lab = all.filter(isOfLab);
  const rows: readonly (readonly [string, string | number])[] = [
    ['source files without tests and infra/lab', sources.length],
    ['lines of the median file', median(sources.map((one) => one.lines))],
    [`files of ${SMALL} lines or fewer`, count(sources, (one) => one.lines <= SMALL)],
    ['  outside schemas/', count(sources, (one) => one.lines <= SMALL && !one.path.startsWith('schemas/'))],
    ['files with one importer, siblings apart', countSingles(sources)],
    ['largest rooms', largestRooms(all)],
    ['circles of folders, all depths', folderCircles(all).length],
    ['lines under tests/ in files that are no tests', lines(helpers)],
    ['lines of the emulator of Athena with the check of its SQL', lines(all.filter(isOfAthena))],
    ['files and lines of infra/lab', `${lab.length}, ${lines(lab)}`],
    ['a request with two rows: moves between folders; folders; files', `${moves}; ${folders}; ${files}`],
    ['sources that name private folders of packages', countPrivatePaths(root, sources)],
  ];
  return formatTable(rows.map(([name, figure]) => [name, String(figure)]));
};
