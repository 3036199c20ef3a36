import { checkSize, serializeBody } from '../../shared/catalogue/serialize-body.ts';
import type { Shape } from '../../shared/catalogue/shape.ts';
import type { Detail } from '../../shared/errors/wallfeed-error.ts';
import { type BoundShape, bindShape, type Settings } from '../../shared/pipeline/bind-shape.ts';
import { checkBody } from '../../shared/pipeline/check-body.ts';
import { foldRows, typeRows } from '../../shared/pipeline/make-body.ts';
import type { Table } from '../../shared/tabular/table.ts';
import type { CheckedEndpoint } from './check-endpoint.ts';
import { type CheckSubject, ownerOf, toDiagnostics } from './data-diagnostics.ts';
import { fileWarnings } from './data-files/file-warnings.ts';
import { type ReadTable, readTables } from './data-files/read-tables.ts';
import type { Diagnostic, Place } from './diagnostic.ts';
import { pictureWarnings } from './picture-warnings.ts';
import { sharingWarnings } from './sharing-warnings.ts';
import { FILE_START } from './text-position.ts';

type Tables = Readonly<Record<string, Table>>;

type Locators = Awaited<ReturnType<typeof readTables>>['locators'];

/** Finds the place of a detail: its file, line and column. The place in a document is a path. */
const placeIn =
  (files: CheckedEndpoint['files'], locators: Locators) =>
  ({ table, file, line = 1, column = 1, columnName, path }: Detail): Place => {
    const found = file ?? (files[table ?? ''] ?? Object.values(files)[0])?.[0] ?? '';
    const locate = locators.get(found);
    return { file: found, ...(locate ? locate(columnName ?? path ?? '') : { line, column }) };
  };

/** Returns the valid settings of an endpoint. `areValid` is true if all of them are valid. */
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

/** True if all tables that the fold needs were read from files. Tables of SQL are not, because no query is run here. */
const isWhole = ({ tables, optionalTables }: Shape, { config }: CheckedEndpoint, read: Tables): boolean =>
  Object.keys(tables).every((name) => name in read || (optionalTables.includes(name) && !(name in config.tables)));

/**
 * Creates and validates the body as an endpoint does. If tables are missing or settings are invalid, only types the
 * rows.
 * @throws WallfeedError as an endpoint does.
 */
const checkTypedBody = (
  subject: CheckSubject,
  bound: BoundShape,
  tables: Tables,
  areSettingsValid: boolean,
  placeOf: (detail: Detail) => Place,
): readonly Diagnostic[] => {
  const { endpoint, budget } = subject;
  const typed = typeRows(bound, tables, budget);
  if (!areSettingsValid || !isWhole(bound.shape, endpoint, tables)) return [];
  const made = foldRows(bound, typed, budget);
  checkBody(bound, made, budget);
  const text = serializeBody(made.body);
  checkSize(text, false);
  const place = placeOf({ message: '' });
  return [...sharingWarnings(subject, text, place), ...pictureWarnings(subject, made.body, place)];
};

/** True if an option that decides the columns of a table is invalid. */
const isUndecided = ({ tables }: Shape, { problems }: CheckedEndpoint): boolean =>
  Object.values(tables).some(
    (table) =>
      table.kind === 'chosen' && problems.some(({ path }) => path[2] === 'options' && path[3] === table.option),
  );

/**
 * Finds warnings about files that are valid but may surprise the user. Endpoints that read the same file share its
 * warnings.
 */
const warningsOf = (tables: readonly ReadTable[], subject: CheckSubject): readonly Diagnostic[] =>
  tables.flatMap(({ files }) =>
    files.flatMap((file) =>
      fileWarnings(file, subject).map((problem): Diagnostic => {
        const place = { file: file.path, ...FILE_START };
        return { ...place, ...problem, severity: 'warning' };
      }),
    ),
  );

/** Checks the files of an endpoint's tables, and the body that is created from them. */
export const checkTableFiles = async (subject: CheckSubject): Promise<readonly Diagnostic[]> => {
  const { endpoint, component, validate, timezone } = subject;
  const { shape } = component;
  if (isUndecided(shape, endpoint)) return [];
  const { areValid, ...settings } = settingsOf(endpoint);
  const bound = bindShape({ shape, validate, timezone }, settings);
  const { tables: read, locators } = await readTables(subject, bound);
  const placeOf = placeIn(endpoint.files, locators);
  const diagnosticsOf = (error: unknown) => toDiagnostics(error, ownerOf(subject), placeOf);
  const found = [
    ...read.flatMap(({ error }) => (error === undefined ? [] : diagnosticsOf(error))),
    ...warningsOf(read, subject),
  ];
  const tables = Object.fromEntries(read.flatMap(({ name, table }) => (table ? [[name, table]] : [])));
  try {
    return [...found, ...checkTypedBody(subject, bound, tables, areValid, placeOf)];
  } catch (error) {
    return [...found, ...diagnosticsOf(error)];
  }
};
