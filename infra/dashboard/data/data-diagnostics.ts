import { readFile, stat } from 'node:fs/promises';
import type { Picture, Preview } from '../../../schemas/common/charts/picture.ts';
import { createBody } from '../../../shared/cache/response-body.ts';
import { itemBody } from '../../../shared/cache/shared-item.ts';
import type { Validate } from '../../../shared/catalogue/accepts.ts';
import type { DatasetConfig, FileSource, JsonRowsSource } from '../../../shared/config/sources.ts';
import type { RecordReader } from '../../../shared/csv/csv-record.ts';
import { decodeToUtf8, isGuessedText } from '../../../shared/csv/decode-chunks.ts';
import { otherKind } from '../../../shared/csv/file-kinds.ts';
import { scanBytes, tableOf } from '../../../shared/csv/parse-csv.ts';
import { type Detail, WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { isCsv } from '../../../shared/kinds/csv/is-csv.ts';
import { type Budget, createBudget } from '../../../shared/limits/budget.ts';
import { openRows, readJsonRows } from '../../../shared/sources/json-rows.ts';
import { explainSyntax } from '../../../shared/sources/json-syntax.ts';
import { unpackBytes } from '../../../shared/sources/s3/unpack.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import type { CheckedEndpoint } from '../endpoints/check-endpoint.ts';
import type { Component } from '../endpoints/resolve-component.ts';
import type { Owner, WrittenDefinition } from '../folder/definition-problem.ts';
import type { Diagnostic, Place } from '../folder/diagnostic.ts';
import { createJsonLocator } from '../folder/locate-json.ts';
import type { Position } from '../folder/text-position.ts';
import { type NameProblem, nameProblems, type ReadOwnNames } from '../maps/own-maps.ts';
import { describeMany, kindOf } from './describe-many.ts';
import { likelyEncoding } from './likely-encoding.ts';

export interface OpenFile {
  /** @throws WallfeedError as an endpoint does. */
  readonly read: (reader: RecordReader<Table>) => Table;
  /** Returns the position of a path in a JSON document, such as `data.items[3].amount`. Absent for CSV. */
  readonly locate?: (path: string) => Position;
  /** Returns the encoding that the bytes look like, if they are probably not GB18030. Absent for other files than CSV. */
  readonly likelyEncoding?: () => string | undefined;
}

export interface OpenDataset extends OpenFile {
  readonly config: DatasetConfig;
}

/** The datasets whose rows are in files of data/, by name. A dataset whose file has an error is left out. */
export type OpenDatasets = ReadonlyMap<string, OpenDataset>;

/** Parses JSON. @throws WallfeedError with the exact place of a mistake in the syntax. */
export const withSyntax = <Result>(parse: () => Result): Result => {
  try {
    return parse();
  } catch (error) {
    throw explainSyntax(error);
  }
};

const openDocument = (bytes: Uint8Array, source: JsonRowsSource, budget: Budget): OpenFile => {
  budget.hold({ bytes: bytes.length });
  const found = withSyntax(() => openRows(bytes, source, budget));
  const hasLines = found.rows[0]?.line !== undefined;
  const isEncodingGuessed = isGuessedText(bytes);
  return {
    read: (reader) => ({ ...readJsonRows(found, source, reader, budget), isEncodingGuessed }),
    ...(!hasLines && { locate: createJsonLocator(decodeToUtf8(bytes).toString()) }),
  };
};

/** @throws WallfeedError if the file is of another kind, or a document is not valid JSON. */
export const openFile = (bytes: Uint8Array, source: FileSource, budget: Budget): OpenFile => {
  const other = otherKind(bytes, isCsv(source) ? 'csv' : 'json');
  if (other) throw other;
  return isCsv(source)
    ? {
        read: (reader) => tableOf(scanBytes(bytes, source, reader, { budget })),
        likelyEncoding: () => likelyEncoding(bytes),
      }
    : openDocument(bytes, source, budget);
};

export interface CheckSubject {
  readonly endpoint: CheckedEndpoint;
  readonly component: Component;
  readonly validate: Validate;
  /** Draws the body; absent for a shape without a folder. */
  readonly preview?: Preview<unknown> | undefined;
  readonly timezone: string;
  readonly datasets: OpenDatasets;
  /** MB */
  readonly memory: number;
  readonly budget: Budget;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly written: WrittenDefinition;
  readonly ownNames: ReadOwnNames;
  readonly onBody?: ((slug: string, bytes: number) => void) | undefined;
}

const MAX_COUNTED = 100_000;

/** Creates a budget with the memory of a function, which counts all errors of a file and has no deadline. */
export const countingBudget = (memoryMb: number): Budget =>
  createBudget({ memoryMb, endsAt: Number.POSITIVE_INFINITY, maxDetails: MAX_COUNTED });

export const ownerOf = ({ endpoint, component }: CheckSubject): Owner => ({
  endpoint: endpoint.slug,
  component: component.name,
});

const unreadable = (cause: unknown): WallfeedError => {
  const message = 'the file cannot be read';
  return new WallfeedError('SOURCE_DENIED', message, [{ message, hint: 'check who may read it' }], { cause });
};

/**
 * Reads a file of data/, and unpacks it.
 * @param admit throws if the file is too large.
 * @throws WallfeedError SOURCE_TOO_LARGE, SOURCE_DENIED, SOURCE_INVALID.
 */
export const readBytes = async (file: string, admit: (bytes: number) => void): Promise<Uint8Array> => {
  const { size } = await stat(file);
  admit(size);
  const bytes = await readFile(file).catch((error) => {
    throw unreadable(error);
  });
  const unpacked = unpackBytes(bytes, admit);
  if (unpacked !== bytes) admit(unpacked.length);
  return unpacked;
};

/** Turns a sentence into a part of a line: `The file is a zip.` becomes `the file is a zip`. */
const toClause = (message: string): string => message.replace(/^The /, 'the ').replace(/\.$/, '');

const describeDetail = ({ path, columnName, message }: Detail): string => {
  if (path !== undefined) return `${path === '' ? 'the body' : path} ${message}`;
  return columnName ? `${columnName}: ${message}` : toClause(message);
};

/** Wraps an unexpected error, so that it does not hide the diagnostics of other endpoints. */
const asEngineError = (error: unknown): WallfeedError => {
  if (error instanceof WallfeedError) return error;
  const message = say`cannot be checked: ${error instanceof Error ? error.message : String(error)}`;
  return new WallfeedError('INTERNAL', message, [{ message, hint: 'this is an error of Wallfeed; please report it' }]);
};

export const toDiagnostics = (
  thrown: unknown,
  owner: Owner,
  placeOf: (detail: Detail) => Place,
): readonly Diagnostic[] => {
  const error = asEngineError(thrown);
  const details: readonly Detail[] = error.details.length > 0 ? error.details : [{ message: error.message }];
  return details.map((detail): Diagnostic => {
    const many = describeMany(detail);
    return {
      ...placeOf(detail),
      message: describeDetail(detail),
      ...(detail.hint !== undefined && { hint: detail.hint }),
      ...owner,
      kind: kindOf(detail),
      ...(many && { many }),
      ...(details.length >= MAX_COUNTED && { isOpen: true }),
      severity: 'error',
    };
  });
};

/** Warns if the response of an endpoint is too large for the shared cache. */
export const sharingWarnings = (
  { endpoint, component }: CheckSubject,
  text: string,
  place: Place,
): readonly Diagnostic[] => {
  const { slug, config } = endpoint;
  if (!config.cache?.shared || itemBody(createBody(text, 0))) return [];
  return [
    {
      ...place,
      severity: 'warning',
      message:
        'the response is too large for the shared cache, which takes 395 KB as gzip: each environment makes its own',
      hint: 'aggregate first, or leave `shared` out of its cache',
      endpoint: slug,
      component: component.name,
    },
  ];
};

type PictureProblem = Omit<NameProblem, 'first'> & Partial<Pick<NameProblem, 'first'>>;

const problemsIn = async (picture: Picture, ownNames: ReadOwnNames): Promise<readonly PictureProblem[]> => {
  if (picture.kind !== 'chart') return [];
  const { map, names, faults = [] } = picture;
  const problems = faults.map((message) => ({ message, hint: 'leave these links out, or check their direction' }));
  return map === undefined ? problems : [...problems, ...nameProblems(map, names, await ownNames(map))];
};

/**
 * Warns of names that the map does not know, and of links that lead back.
 * @param placeOf returns the place of a name among the data, or of the data if there is no name.
 */
export const pictureWarnings = async (
  subject: CheckSubject,
  body: unknown,
  placeOf: (name: string | undefined) => Place,
): Promise<readonly Diagnostic[]> => {
  const picture = subject.preview?.(body, subject.component.name);
  const problems = picture ? await problemsIn(picture, subject.ownNames) : [];
  return problems.map(({ first, message, hint, count }) => ({
    ...placeOf(first),
    message,
    hint,
    ...(count !== undefined && { count }),
    severity: 'warning',
    ...ownerOf(subject),
  }));
};
