import { checkSize, serializeBody } from '../../shared/catalogue/serialize-body.ts';
import type { Shape } from '../../shared/catalogue/shape.ts';
import type { CsvSource } from '../../shared/config/dashboard-config.ts';
import { parseCsv } from '../../shared/csv/parse-csv.ts';
import { type Detail, inTable } from '../../shared/errors/wallfeed-error.ts';
import { type BoundShape, bindShape, type Settings } from '../../shared/pipeline/bind-shape.ts';
import { checkBody } from '../../shared/pipeline/check-body.ts';
import { foldRows, typeRows } from '../../shared/pipeline/make-body.ts';
import { refuseLargeFile } from '../../shared/sources/object-limit.ts';
import type { Table } from '../../shared/tabular/table.ts';
import type { CheckedEndpoint } from './check-endpoint.ts';
import { type Answering, readBytes, toDiagnostics } from './data-diagnostics.ts';
import type { Diagnostic, Place } from './diagnostic.ts';
import { pictureWarnings } from './picture-warnings.ts';
import { sharingWarnings } from './sharing-warnings.ts';

type Tables = Readonly<Record<string, Table>>;

/** Finds the place of a detail: its file, line and column. */
const placeIn =
  (files: CheckedEndpoint['files']) =>
  ({ table, line = 1, column = 1 }: Detail): Place => ({
    file: files[table ?? ''] ?? Object.values(files)[0] ?? '',
    line,
    column,
  });

/** The settings of an endpoint without the invalid ones. `areValid` is true if all of them are valid. */
const settingsOf = ({ config, problems }: CheckedEndpoint): Settings & { readonly areValid: boolean } => {
  const faulty = problems.map(({ path: [, , key, option] }) => ({ key, option }));
  const isFaulty = (name: string): boolean => faulty.some(({ key, option }) => key === 'options' && option === name);
  const valid = Object.entries(config.options).filter(([name]) => !isFaulty(name));
  const { reading } = config;
  return {
    options: Object.fromEntries(valid),
    ...(reading && !faulty.some(({ key }) => key === 'reading') && { reading }),
    areValid: !faulty.some(({ key }) => key === undefined || key === 'options' || key === 'reading'),
  };
};

const readTables = async (answering: Answering, bound: BoundShape): Promise<[Tables, readonly Diagnostic[]]> => {
  const { endpoint, budget, memory } = answering;
  const { files, config } = endpoint;
  const tables: Record<string, Table> = {};
  const diagnostics: Diagnostic[] = [];
  for (const [name, file] of Object.entries(files)) {
    const definition = bound.tables[name];
    if (!definition) continue;
    try {
      const bytes = await readBytes(file, (size) => refuseLargeFile(size, memory));
      tables[name] = parseCsv(bytes, config.tables[name] as CsvSource, definition, budget);
    } catch (error) {
      diagnostics.push(...toDiagnostics(inTable(error, name), answering, placeIn(files)));
    }
  }
  return [tables, diagnostics];
};

/** True if all tables that the fold needs were read. Results of SQL are not. */
const isWhole = ({ tables, optionalTables }: Shape, { config }: CheckedEndpoint, read: Tables): boolean =>
  Object.keys(tables).every((name) => name in read || (optionalTables.includes(name) && !(name in config.tables)));

/**
 * Makes and validates the body as an endpoint does; without all tables, or with invalid settings, only types the rows.
 * @throws WallfeedError as an endpoint does.
 */
const checkTables = (
  answering: Answering,
  bound: BoundShape,
  tables: Tables,
  areSettingsValid: boolean,
): readonly Diagnostic[] => {
  const { endpoint, budget } = answering;
  const typed = typeRows(bound, tables, budget);
  if (!areSettingsValid || !isWhole(bound.shape, endpoint, tables)) return [];
  const made = foldRows(bound, typed, budget);
  checkBody(bound, made, budget);
  const text = serializeBody(made.body);
  checkSize(text, false);
  const place = placeIn(endpoint.files)({ message: '' });
  return [...sharingWarnings(answering, text, place), ...pictureWarnings(answering, made.body, place)];
};

/** True if an option that decides the columns of a table is invalid. */
const isUndecided = ({ tables }: Shape, { problems }: CheckedEndpoint): boolean =>
  Object.values(tables).some(
    (table) =>
      table.kind === 'chosen' && problems.some(({ path }) => path[2] === 'options' && path[3] === table.option),
  );

/** Checks the CSV files of an endpoint, and the body that they make. */
export const checkTableFiles = async (answering: Answering): Promise<readonly Diagnostic[]> => {
  const { endpoint, component, validate, timezone } = answering;
  const { shape } = component;
  if (isUndecided(shape, endpoint)) return [];
  const { areValid, ...settings } = settingsOf(endpoint);
  const bound = bindShape({ shape, validate, timezone }, settings);
  const [tables, diagnostics] = await readTables(answering, bound);
  try {
    return [...diagnostics, ...checkTables(answering, bound, tables, areValid)];
  } catch (error) {
    return [...diagnostics, ...toDiagnostics(error, answering, placeIn(endpoint.files))];
  }
};
