import { join } from 'node:path';
import type { Selection } from '../../../shared/config/selection.ts';
import type { DatasetSource, Joining } from '../../../shared/config/sources.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import {
  countNames,
  createKeyTest,
  fixedPart,
  formsOf,
  isPattern,
  isWritable,
  longestSpan,
} from '../../../shared/kinds/key-pattern.ts';
import { say } from '../../../shared/tabular/say.ts';
import { dataFileName } from '../folder/data-file-name.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { asFields, mistypedKeys } from '../folder/fields.ts';
import { listPaths } from '../folder/find-file.ts';
import { shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { FILE_START } from '../folder/text-position.ts';
import { type Located, lakeProblems, locateObject } from '../sources/locate-object.ts';
import type { NeededObject, SourceKind } from './source-kind.ts';

const MAX_NAMES = 400;

/** Maximum number of `*` in a name. Each further one makes it less clear which files are meant. */
const MAX_STARS = 5;

const NEEDED_WINDOW = 'add a window with the column of the times: `window: { of: at, last: 7d }`';

/** Does not check the window. */
const checkForm = (name: string): Omit<DefinitionProblem, 'path'> | undefined => {
  const wrong = formsOf(name).find((form) => !isWritable(form));
  if (wrong !== undefined) {
    const hint = 'write {date}, or letters of `dates`, such as {yyyy/MM/dd/HH}';
    return { message: say`the pattern has no times in {${wrong}}`, hint };
  }
  if (/[{}]/.test(name.replaceAll(/\{[^{}]*\}/g, ''))) {
    return { message: say`${shownName(name)} has a brace too many`, hint: 'write {date}, such as orders-{date}.csv' };
  }
  if (name.slice(0, name.lastIndexOf('/') + 1).includes('*')) {
    return { message: '`*` may only be in the last part of the name', hint: 'write * after the last /' };
  }
  const stars = name.split('*').length - 1;
  if (stars > MAX_STARS) {
    const message = say`the pattern has ${stars} \`*\`, and at most ${MAX_STARS} are read`;
    return { message, hint: 'one `*` stands for any text, such as orders-*.csv' };
  }
  return undefined;
};

/**
 * Checks a name that stands for several files, such as `sales/day={date}/*.parquet`. Other names have no problem.
 * @param written the map with the selection as it is written. A mistyped key of its `window` is reported elsewhere.
 */
const checkPattern = (
  name: string,
  { window }: Selection,
  path: Path,
  written: unknown,
): readonly DefinitionProblem[] => {
  if (!isPattern(name)) return [];
  const problem = checkForm(name);
  if (problem) return [{ path, ...problem }];
  if (formsOf(name).length === 0) return [];
  const span = longestSpan(window ?? {});
  if (!window || !Number.isFinite(span)) {
    if (mistypedKeys(asFields(written).window, ['of', 'last', 'atMost']).length > 0) return [];
    const message = say`${shownName(name)} needs a \`window\` with \`of\`, and with \`last\` or \`atMost\``;
    return [{ path, message, hint: NEEDED_WINDOW }];
  }
  const names = countNames(name, span);
  if (names <= MAX_NAMES) return [];
  const message = say`the pattern has ${names} names in its window, and at most ${MAX_NAMES} are tried`;
  return [{ path, message, hint: 'shorten the `window`, or write one file for each day' }];
};

const BUCKET_KEY = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/;

/** Sorted by name. Files of other buckets are not known. */
export interface LocatedFiles extends Located {
  readonly names: readonly string[];
}

/** The slug begins the keys of the dashboard's objects. */
interface Folder {
  readonly folder: string;
  readonly dashboard: string;
}

const noFiles = (name: string, path: Path): DefinitionProblem => ({
  path,
  message: say`no file of data/ fits ${shownName(name)}`,
  hint: 'put the files into data/, or write s3://bucket/key',
  about: 'data',
});

/** Sorts the files by name. */
export const findLocalFiles = async (folder: string, name: string): Promise<readonly string[]> =>
  (await listPaths(join(folder, 'data'))).filter(createKeyTest(name));

const locatePattern = async (
  name: string,
  selection: Selection,
  path: Path,
  { folder, dashboard }: Folder,
  written: unknown,
): Promise<LocatedFiles> => {
  const [, bucket, key] = BUCKET_KEY.exec(name) ?? [];
  const isLocal = !/^s3:/i.test(name);
  const location = bucket !== undefined && key !== undefined ? { bucket, key } : { key: `${dashboard}/${name}` };
  const problems = [...checkPattern(name, selection, path, written), ...lakeProblems(name, path)];
  if (!isLocal || problems.length > 0) return { problems, location, names: [] };
  const names = await findLocalFiles(folder, name);
  const newest = names.at(-1);
  if (newest === undefined) return { problems: [noFiles(name, path)], location, names };
  return { problems, location, names, file: join(folder, 'data', newest) };
};

/** Finds all objects of a pattern. `file` is then the file that is last by name. */
export const locateFiles = async (
  name: string,
  selection: Selection,
  path: Path,
  folder: Folder,
  written: unknown,
): Promise<LocatedFiles> => {
  if (isPattern(name)) return locatePattern(name, selection, path, folder, written);
  const located = await locateObject(name, path, folder);
  return { ...located, names: /^s3:/i.test(name) ? [] : await findLocalFiles(folder.folder, name) };
};

/** The files that are last by name are read. */
const MAX_READ = 20;

/** Reports a file that cannot be read. */
export const readLocalColumns = async <Columns>(
  folder: string,
  names: readonly string[],
  path: Path,
  read: (file: string, name: string) => Promise<Columns>,
) => {
  const problems: DefinitionProblem[] = [];
  const files: Columns[] = [];
  for (const name of names.slice(-MAX_READ)) {
    const file = join(folder, 'data', name);
    try {
      files.push(await read(file, name));
    } catch (error) {
      if (!(error instanceof WallfeedError)) throw error;
      const [{ message, hint = '' } = { message: error.message }] = error.details;
      problems.push({ path, message, hint, place: { file, ...FILE_START }, about: 'data' });
    }
  }
  return { problems, files };
};

export const differing = (
  files: readonly { readonly file: string; readonly names: readonly string[] }[],
  path: Path,
  hint: string,
): readonly DefinitionProblem[] => {
  const [first] = files;
  const other = first && files.find(({ names }) => names.join('\n') !== first.names.join('\n'));
  if (!first || !other) return [];
  return [
    {
      path,
      message: say`${dataFileName(other.file)} has other columns than ${dataFileName(first.file)}`,
      hint,
      about: 'data',
    },
  ];
};

/** Returns one object, or all objects whose keys begin with the text before the first `{` or `*`. */
export const objectsOf = ({ bucket, key = '' }: DatasetSource): readonly NeededObject[] => {
  const own = bucket === undefined ? {} : { bucket };
  return isPattern(key) ? [{ ...own, key: fixedPart(key), isPrefix: true }] : [{ ...own, key }];
};

/**
 * Returns the number of requests to S3 for one read. Each name of a pattern takes `requestsOfAFile` requests, and one
 * more to list the names of a `*`. Each joined file takes one request.
 */
export const requestsOf =
  (requestsOfAFile: number): NonNullable<SourceKind['price']['facts']> =>
  ({ config: { source } }) => {
    const { key = '', selection, join = [] }: DatasetSource & Joining = source;
    const names = formsOf(key).length > 0 ? countNames(key, longestSpan(selection?.window ?? {})) : 1;
    return { requests: names * (requestsOfAFile + (isPattern(key) && key.includes('*') ? 1 : 0)) + join.length };
  };
