import { checkSize, serializeBody } from '../../../shared/catalogue/serialize-body.ts';
import type { Shape } from '../../../shared/catalogue/shape.ts';
import { type Detail, WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { type BoundShape, bindShape, type Settings } from '../../../shared/pipeline/bind-endpoints.ts';
import { checkBody } from '../../../shared/pipeline/check-body.ts';
import { foldRows, type MadeBody, typeRows } from '../../../shared/pipeline/make-body.ts';
import { saidIn, say, templateOf } from '../../../shared/tabular/say.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import type { CheckedEndpoint } from '../endpoints/check-endpoint.ts';
import { namePath } from '../folder/definition-problem.ts';
import type { Diagnostic, Place } from '../folder/diagnostic.ts';
import { FILE_START } from '../folder/text-position.ts';
import { brokenByTables } from '../promises/broken-promises.ts';
import { type CheckSubject, ownerOf, pictureWarnings, sharingWarnings, toDiagnostics } from './data-diagnostics.ts';
import { kindOf } from './describe-many.ts';
import { fileWarnings } from './file-warnings.ts';
import { optionProblems } from './option-names.ts';
import { type ReadTable, readTables } from './read-tables.ts';
import { totalRows } from './total-rows.ts';
import { pathsOfWords } from './written-selection.ts';

type Tables = Readonly<Record<string, Table>>;

type Locators = Awaited<ReturnType<typeof readTables>>['locators'];

/** In a JSON document, looks up the path that the detail has. */
const placeIn =
  (files: CheckedEndpoint['files'], locators: Locators) =>
  ({ table, file, line = 1, column = 1, columnName, path }: Detail): Place => {
    const found = file ?? (files[table ?? ''] ?? Object.values(files)[0])?.[0] ?? '';
    const locate = locators.get(found);
    return { file: found, ...(locate ? locate(columnName ?? path ?? '') : { line, column }) };
  };

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

/** True if all tables that the fold needs were read from files. No query is run here. */
const isWhole = ({ tables, optionalTables }: Shape, { config }: CheckedEndpoint, read: Tables): boolean =>
  Object.keys(tables).every(
    (name) => Object.hasOwn(read, name) || (optionalTables.includes(name) && !Object.hasOwn(config.tables, name)),
  );

const placeOfCell = (tables: Tables, text: string, placeOf: (detail: Detail) => Place): Place | undefined => {
  for (const [table, { rows, locate }] of Object.entries(tables)) {
    const row = rows.findIndex((cells) => cells.includes(text));
    if (row !== -1) return placeOf({ table, message: '', ...locate(row, rows[row]?.indexOf(text) ?? 0) } as Detail);
  }
  return undefined;
};

/** Places an error at the word in dashboard.yml that causes it, or else in the data file. */
const checkMadeBody = (
  subject: CheckSubject,
  bound: BoundShape,
  made: MadeBody,
  placeOf: (detail: Detail) => Place,
): readonly Diagnostic[] => {
  try {
    checkBody(bound, made, subject.budget);
    return [];
  } catch (error) {
    if (!(error instanceof WallfeedError) || error.code !== 'BODY_INVALID' || !made.from) throw error;
    const paths = pathsOfWords(subject, subject.written, bound, made.from, error.details);
    const inWords = paths.flatMap((path, index): readonly Diagnostic[] => {
      const { message = '', hint = '' } = error.details[index] ?? {};
      const named = { path: path ?? [], message: say`${namePath(path ?? [])} ${message}`, hint };
      return path ? [{ ...subject.written.toDiagnostic(named), kind: kindOf({ message }) }] : [];
    });
    const { tables } = made.from;
    const others = error.details.filter((_, index) => !paths[index]).map((detail) => withLimit(detail, tables));
    const ofFile = new WallfeedError(error.code, error.message, others);
    return [...inWords, ...(others.length > 0 ? toDiagnostics(ofFile, ownerOf(subject), placeOf) : [])];
  }
};

const TOO_MANY = 'must have at most {} entries';

/** Names the keys that shorten a table, if each row of the table is an entry of the list. */
const withLimit = (detail: Detail, tables: Tables): Detail => {
  const [wording = '', length = ''] = saidIn(detail.message)?.values ?? [];
  if (templateOf(wording) !== TOO_MANY) return detail;
  const [most, found] = [wording, length].map((text) => saidIn(text)?.values[0]);
  const areRows = Object.values(tables).some(({ rows }) => String(rows.length) === found);
  if (!areRows) return detail;
  const hint = `keep some rows by \`limit: ${most}\`; if they are groups, \`rest: Others\` adds up the others`;
  return { ...detail, hint };
};

/**
 * Creates and validates the body as an endpoint does. If tables are missing or settings are invalid, only types the
 * rows.
 * @throws WallfeedError as an endpoint does.
 */
const checkTypedBody = async (
  subject: CheckSubject,
  bound: BoundShape,
  tables: Tables,
  areSettingsValid: boolean,
  placeOf: (detail: Detail) => Place,
): Promise<readonly Diagnostic[]> => {
  const { endpoint, budget } = subject;
  const typed = typeRows(bound, tables, budget);
  if (!areSettingsValid || !isWhole(bound.shape, endpoint, tables)) return [];
  const made = foldRows(bound, typed, budget);
  const invalid = checkMadeBody(subject, bound, made, placeOf);
  if (invalid.length > 0) return invalid;
  const text = serializeBody(made.body);
  checkSize(text, false);
  subject.onBody?.(endpoint.slug, Buffer.byteLength(text));
  const { now, timezone, written } = subject;
  const broken = brokenByTables(endpoint.slug, endpoint.config.expect, typed.typed, { now, timezone });
  const place = placeOf({ message: '' });
  const placeOfName = (name: string | undefined) => (name && placeOfCell(tables, name, placeOf)) || place;
  return [
    ...broken.map(written.toDiagnostic),
    ...sharingWarnings(subject, text, place),
    ...(await pictureWarnings(subject, made.body, placeOfName)),
  ];
};

const isUndecided = ({ tables }: Shape, { problems }: CheckedEndpoint): boolean =>
  Object.values(tables).some(
    (table) =>
      table.kind === 'chosen' && problems.some(({ path }) => path[2] === 'options' && path[3] === table.option),
  );

/** Endpoints that read the same file share its warnings. */
const warningsOf = (tables: readonly ReadTable[], subject: CheckSubject): readonly Diagnostic[] =>
  tables.flatMap(({ files }) =>
    files.flatMap((file) =>
      fileWarnings(file, subject).map((problem): Diagnostic => {
        const place = { file: file.path, ...FILE_START };
        return { ...place, ...problem };
      }),
    ),
  );

const totalsOf = (
  read: readonly ReadTable[],
  subject: CheckSubject,
  bound: BoundShape,
  placeOf: (detail: Detail) => Place,
): readonly Diagnostic[] =>
  read.flatMap(({ name, table }) => {
    const source = subject.endpoint.config.tables[name];
    const definition = bound.tables[name];
    if (!table || !source || !definition) return [];
    return totalRows(source, definition, table).map(({ message, hint, detail }): Diagnostic => {
      const place = placeOf({ ...detail, table: name });
      return { ...place, message, hint, ...ownerOf(subject), severity: 'warning' };
    });
  });

export const checkTableFiles = async (subject: CheckSubject): Promise<readonly Diagnostic[]> => {
  const { endpoint, component, validate, timezone } = subject;
  const { shape } = component;
  if (isUndecided(shape, endpoint)) return [];
  const { areValid, ...settings } = settingsOf(endpoint);
  const bound = bindShape({ shape, validate, timezone }, settings);
  const { tables: read, locators } = await readTables(subject, bound);
  const placeOf = placeIn(endpoint.files, locators);
  const diagnosticsOf = (error: unknown) => toDiagnostics(error, ownerOf(subject), placeOf);
  const { toDiagnostic } = subject.written;
  const empty = read.flatMap((one) => one.empty);
  const found = [
    ...read.flatMap(({ error }) => (error === undefined ? [] : diagnosticsOf(error))),
    ...read.flatMap(({ lacked, earlier }) => [...lacked, ...earlier].map(toDiagnostic)),
    ...read
      .flatMap(({ future }) => future.map(toDiagnostic))
      .map((one): Diagnostic => ({ ...one, explains: 'window' })),
    ...warningsOf(read, subject),
    ...totalsOf(read, subject, bound, placeOf),
  ];
  const lacking = areValid ? optionProblems(subject, bound, read) : [];
  if (lacking.length > 0) return [...found, ...empty, ...lacking.map(toDiagnostic)];
  const tables = Object.fromEntries(read.flatMap(({ name, table }) => (table ? [[name, table]] : [])));
  try {
    return [...found, ...empty, ...(await checkTypedBody(subject, bound, tables, areValid, placeOf))];
  } catch (error) {
    // If a component refuses an empty table, the user must know why the table is empty.
    const isEmpty = empty.length > 0 && error instanceof WallfeedError && error.code === 'TABLE_ROWS';
    const reasons = empty.map((one): Diagnostic => ({ ...one, ...ownerOf(subject), severity: 'error' }));
    return [...found, ...(isEmpty ? reasons : [...empty, ...diagnosticsOf(error)])];
  }
};
