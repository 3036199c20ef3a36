import { readFile } from 'node:fs/promises';
import type { CsvSource } from '../../../../shared/config/sources.ts';
import { scanBytes } from '../../../../shared/csv/parse-csv.ts';
import { isPattern } from '../../../../shared/kinds/key-pattern.ts';
import { ANY_COLUMNS } from '../../../../shared/kinds/source-kind.ts';
import { bindSelection } from '../../../../shared/selection/bind-selection.ts';
import { unpackBytes } from '../../../../shared/sources/s3/unpack.ts';
import type { DefinitionProblem } from '../../folder/definition-problem.ts';
import { hasFields } from '../../folder/fields.ts';
import type { Path } from '../../folder/read-yaml.ts';
import { checkSelection } from '../../selection/check-selection.ts';
import { readSelection } from '../../selection/read-selection.ts';
import type { locateObject } from '../../sources/locate-object.ts';
import { readCsvFile } from '../../sources/source-keys.ts';
import { differing, type LocatedFiles, locateFiles, readLocalColumns } from '../pattern.ts';
import type { DatasetContext, SourceKind } from '../source-kind.ts';

/** Reads the cells of the header of a file of data/. */
const readHeader = async (file: string, source: CsvSource) => {
  let names: readonly string[] = [];
  const { fits } = bindSelection(source, ANY_COLUMNS, { timezone: 'UTC' }).reader({ currentTime: 0, timePeriod: 0 });
  scanBytes(unpackBytes(await readFile(file)), source, {
    fits,
    create: () => ({
      header: (record) => {
        // Without a header, files differ by the number of their columns alone.
        names = source.header === 'none' ? [String(record.length)] : record.texts();
      },
      row: () => false,
      finish: () => undefined,
    }),
  });
  return { file, names };
};

/** Compares the headers of the files of a pattern. The last file is also checked as a whole, so its own errors are left out. */
const headerProblems = async (
  { names, file: newest }: LocatedFiles,
  source: CsvSource,
  path: Path,
  { folder }: DatasetContext,
): Promise<readonly DefinitionProblem[]> => {
  const { files, problems } = await readLocalColumns(folder, names, path, (file) => readHeader(file, source));
  const filled = files.filter((file) => file.names.length > 0);
  const hint = 'give all files of the pattern the same columns in the same order';
  return [...problems.filter(({ place }) => place?.file !== newest), ...differing(filled, path, hint)];
};

/** Reads `csv: file` or `csv: { file, encoding, columns, ... }`. The file may be a pattern. */
export const checkCsv: SourceKind['check'] = async ({ csv }, path, context) => {
  const below = [...path, 'csv'];
  let located: LocatedFiles | undefined;
  const locate: typeof locateObject = async (name, at, folder) => {
    const { selection = {} } = hasFields(csv) ? readSelection(csv, below, context.keysAt) : {};
    located = await locateFiles(name, selection, at, folder);
    return located;
  };
  const read = await readCsvFile(csv, below, context, locate);
  const { source } = read;
  const { selection } = source ?? {};
  const ofSelection = selection ? checkSelection({ ...source, selection }, ANY_COLUMNS, below) : [];
  const columns = selection?.columns?.map(({ name }) => name);
  const ofHeaders =
    located && source && isPattern(source.key)
      ? await headerProblems(located, source, hasFields(csv) ? [...below, 'file'] : below, context)
      : [];
  return { ...read, problems: [...read.problems, ...ofSelection, ...ofHeaders], ...(columns && { columns }) };
};
