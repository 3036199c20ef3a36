import { readFile, stat } from 'node:fs/promises';
import { bodyError } from '../../../shared/catalogue/body-error.ts';
import { foldTables } from '../../../shared/catalogue/fold-tables.ts';
import { tablesOf } from '../../../shared/catalogue/settings.ts';
import { typeEndpoint } from '../../../shared/catalogue/type-endpoint.ts';
import type { Validate, Validators } from '../../../shared/catalogue/validate.ts';
import { validateBody } from '../../../shared/catalogue/validate-body.ts';
import type { CsvSource } from '../../../shared/config/dashboard-config.ts';
import { DETAILS_LIMIT, type Detail, inTable, WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { MAX_OBJECT_BYTES, objectTooLarge } from '../../../shared/sources/object-limit.ts';
import { parseJson } from '../../../shared/sources/parse-json.ts';
import { decodeToUtf8 } from '../../../shared/tabular/decode.ts';
import { parseCsv } from '../../../shared/tabular/parse-csv.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import { loadValidators } from '../../build/validators.ts';
import type { CheckedEndpoint } from './check-endpoint.ts';
import { type Fault, sortFaults } from './fault.ts';
import type { LoadedDashboard } from './load-dashboard.ts';
import { createJsonLocator } from './locate-json.ts';
import type { Component } from './resolve-component.ts';

/** An endpoint of a known component, with what it takes to answer it. */
interface Answering {
  readonly endpoint: CheckedEndpoint;
  readonly component: Component;
  readonly validate: Validate;
  readonly timezone: string;
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const unreadable = (cause: unknown): WallfeedError => {
  const message = 'the file cannot be read';
  return new WallfeedError('SOURCE_DENIED', message, [{ message, hint: 'check who may read it' }], { cause });
};

const readBytes = async (file: string): Promise<Uint8Array> => {
  const { size } = await stat(file);
  if (size > MAX_OBJECT_BYTES) throw objectTooLarge();
  return readFile(file).catch((error) => {
    throw unreadable(error);
  });
};

const wordsOf = ({ path, columnName, message }: Detail): string => {
  if (path) return `${path} ${message}`;
  return columnName ? `${columnName}: ${message}` : message;
};

const MORE = { message: `only the first ${DETAILS_LIMIT} are listed`, hint: 'correct these and check again' };

/** The places of an error as faults. */
const toFaults = (error: unknown, { endpoint, component }: Answering, placeOf: (detail: Detail) => Place): Fault[] => {
  const owner = { endpoint: endpoint.slug, component: component.name, about: 'data' as const };
  if (!(error instanceof WallfeedError)) throw error;
  const details: readonly Detail[] = error.details.length > 0 ? error.details : [{ message: error.message }];
  const faults = details.map((detail) => ({
    ...placeOf(detail),
    message: wordsOf(detail),
    ...(detail.hint !== undefined && { hint: detail.hint }),
    ...owner,
  }));
  const last = faults.at(-1);
  return last && faults.length >= DETAILS_LIMIT ? [...faults, { ...last, ...MORE }] : faults;
};

/** Where a detail of tables stands: the line of its file, the column of its table. */
const placeInTables =
  (files: Readonly<Record<string, string>>) =>
  ({ table, line = 1, column = 1 }: Detail): Place => ({
    file: files[table ?? ''] ?? Object.values(files)[0] ?? '',
    line,
    column,
  });

const checkDocument = async (answering: Answering, file: string): Promise<readonly Fault[]> => {
  const { component, validate } = answering;
  const start = { file, line: 1, column: 1 };
  try {
    const bytes = await readBytes(file);
    const violations = validateBody(component.shape, validate, parseJson(bytes));
    if (violations.length === 0) return [];
    const locate = createJsonLocator(decodeToUtf8(bytes).toString());
    const error = bodyError(component.shape, violations, undefined);
    return toFaults(error, answering, ({ path = '' }) => ({ file, ...locate(path) }));
  } catch (error) {
    return toFaults(error, answering, ({ line = 1, column = 1 }) => ({ ...start, line, column }));
  }
};

interface ReadTables {
  readonly tables: Readonly<Record<string, Table>>;
  readonly faults: readonly Fault[];
}

const readTables = async (answering: Answering): Promise<ReadTables> => {
  const { endpoint, component } = answering;
  const tables: Record<string, Table> = {};
  const faults: Fault[] = [];
  const definitions = tablesOf(component.shape, endpoint.config);
  for (const [name, file] of Object.entries(endpoint.files)) {
    const definition = definitions[name];
    if (!definition) continue;
    try {
      tables[name] = parseCsv(await readBytes(file), endpoint.config.tables[name] as CsvSource, definition);
    } catch (error) {
      faults.push(...toFaults(inTable(error, name), answering, placeInTables(endpoint.files)));
    }
  }
  return { tables, faults };
};

/** Typing, fold, schema and rules, as far as the tables are there: a fold needs them all. */
const answer = ({ endpoint, component, validate, timezone }: Answering, tables: ReadTables['tables']): void => {
  const { shape } = component;
  const { config, findings } = endpoint;
  const typed = typeEndpoint(shape, tables, config, timezone);
  const isWhole = Object.keys(config.tables).every((name) => name in tables);
  if (!isWhole || findings.length > 0) return;
  const violations = validateBody(shape, validate, foldTables(shape, typed, config));
  if (violations.length > 0) throw bodyError(shape, violations, { tables, typed, endpoint: config });
};

const checkTableFiles = async (answering: Answering): Promise<readonly Fault[]> => {
  const { tables, faults } = await readTables(answering);
  try {
    answer(answering, tables);
    return faults;
  } catch (error) {
    return [...faults, ...toFaults(error, answering, placeInTables(answering.endpoint.files))];
  }
};

const checkEndpointData = async (
  endpoint: CheckedEndpoint,
  validators: Readonly<Record<string, Validators>>,
  timezone: string,
): Promise<readonly Fault[]> => {
  const { component, files } = endpoint;
  const validate = component && validators[component.family]?.[component.shape.name];
  if (!component || !validate) return [];
  const answering = { endpoint, component, validate, timezone };
  if (files.json !== undefined) return checkDocument(answering, files.json);
  return Object.keys(files).length > 0 ? checkTableFiles(answering) : [];
};

/**
 * Reads every file of data/ that an endpoint names, as the endpoint would: parsing, typing, fold, schema and rules.
 * Endpoints with faults in their definition are read as far as that goes; SQL and objects of other buckets are not.
 */
export const checkData = async ({ checked, timezone }: LoadedDashboard): Promise<readonly Fault[]> => {
  const validators = await loadValidators();
  return sortFaults((await Promise.all(checked.map((one) => checkEndpointData(one, validators, timezone)))).flat());
};
