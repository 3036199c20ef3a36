import { checkSize, serializeBody } from '../../shared/catalogue/serialize-body.ts';
import { type Settings, tablesOf } from '../../shared/catalogue/settings.ts';
import type { Shape } from '../../shared/catalogue/shape.ts';
import { validateBody } from '../../shared/catalogue/validate-body.ts';
import type { CsvSource } from '../../shared/config/dashboard-config.ts';
import { parseCsv } from '../../shared/csv/parse-csv.ts';
import { type Detail, inTable } from '../../shared/errors/wallfeed-error.ts';
import { bodyError } from '../../shared/pipeline/body-error.ts';
import { foldTables } from '../../shared/pipeline/fold-tables.ts';
import { typeEndpoint } from '../../shared/pipeline/type-endpoint.ts';
import type { Table } from '../../shared/tabular/table.ts';
import type { CheckedEndpoint } from './check-endpoint.ts';
import { type Answering, readBytes, toDiagnostics } from './data-diagnostics.ts';
import type { Diagnostic, Place } from './diagnostic.ts';
import { sharingWarnings } from './sharing-warnings.ts';

type Tables = Readonly<Record<string, Table>>;

/** Where a detail of tables stands: the line of its file, the column of its table. */
const placeIn =
  (files: CheckedEndpoint['files']) =>
  ({ table, line = 1, column = 1 }: Detail): Place => ({
    file: files[table ?? ''] ?? Object.values(files)[0] ?? '',
    line,
    column,
  });

/** What the endpoint adds to its component, without what is faulty there; whether anything is. */
const settingsOf = ({ config, problems }: CheckedEndpoint): Settings & { readonly isRight: boolean } => {
  const faulty = problems.map(({ path: [, , key, option] }) => ({ key, option }));
  const isFaulty = (name: string): boolean => faulty.some(({ key, option }) => key === 'options' && option === name);
  const right = Object.entries(config.options).filter(([name]) => !isFaulty(name));
  const { reading } = config;
  return {
    options: Object.fromEntries(right),
    ...(reading && !faulty.some(({ key }) => key === 'reading') && { reading }),
    isRight: !faulty.some(({ key }) => key === undefined || key === 'options' || key === 'reading'),
  };
};

const readTables = async (answering: Answering, settings: Settings): Promise<[Tables, readonly Diagnostic[]]> => {
  const { endpoint, budget } = answering;
  const { files, config } = endpoint;
  const definitions = tablesOf(answering.component.shape, settings);
  const tables: Record<string, Table> = {};
  const diagnostics: Diagnostic[] = [];
  for (const [name, file] of Object.entries(files)) {
    const definition = definitions[name];
    if (!definition) continue;
    try {
      const bytes = await readBytes(file, budget);
      tables[name] = parseCsv(bytes, config.tables[name] as CsvSource, definition, budget);
    } catch (error) {
      diagnostics.push(...toDiagnostics(inTable(error, name), answering, placeIn(files)));
    }
  }
  return [tables, diagnostics];
};

/** A fold needs every table; those that come by SQL are not there. */
const isWhole = ({ tables, optionalTables }: Shape, { config }: CheckedEndpoint, read: Tables): boolean =>
  Object.keys(tables).every((name) => name in read || (optionalTables.includes(name) && !(name in config.tables)));

/** Typing, and as far as everything is there fold, schema, rules and size. Throws as an endpoint does. */
const answer = (
  answering: Answering,
  tables: Tables,
  { isRight, ...settings }: ReturnType<typeof settingsOf>,
): readonly Diagnostic[] => {
  const { endpoint, component, validate, timezone, budget } = answering;
  const { shape } = component;
  const typed = typeEndpoint(shape, tables, settings, timezone, undefined, budget);
  if (!isRight || !isWhole(shape, endpoint, tables)) return [];
  const body = foldTables(shape, typed, settings);
  const violations = validateBody(shape, validate, body);
  if (violations.length > 0) throw bodyError(shape, violations, { tables, typed, endpoint: settings });
  const text = serializeBody(body);
  checkSize(text, false);
  return sharingWarnings(answering, text, placeIn(endpoint.files)({ message: '' }));
};

/** Whether the columns of a table hang on an option that is faulty. */
const isUndecided = ({ tables }: Shape, { problems }: CheckedEndpoint): boolean =>
  Object.values(tables).some(
    (table) =>
      table.kind === 'chosen' && problems.some(({ path }) => path[2] === 'options' && path[3] === table.option),
  );

/** Reads the CSV files of an endpoint to its body, as far as they and its definition go. */
export const checkTableFiles = async (answering: Answering): Promise<readonly Diagnostic[]> => {
  const { endpoint, component } = answering;
  if (isUndecided(component.shape, endpoint)) return [];
  const settings = settingsOf(endpoint);
  const [tables, diagnostics] = await readTables(answering, settings);
  try {
    return [...diagnostics, ...answer(answering, tables, settings)];
  } catch (error) {
    return [...diagnostics, ...toDiagnostics(error, answering, placeIn(endpoint.files))];
  }
};
