import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { literalOf } from '../../shared/kinds/athena/athena-query.ts';
import type { RequestWindow } from '../../shared/sources/rds-data.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { placeProblem } from '../dashboard/folder/definition-problem.ts';
import type { Diagnostic } from '../dashboard/folder/diagnostic.ts';
import { asFields } from '../dashboard/folder/fields.ts';
import { FILE_NAME } from '../dashboard/folder/read-dashboard-file.ts';
import { readYaml } from '../dashboard/folder/read-yaml.ts';
import { offsetOfPosition, type Position } from '../dashboard/folder/text-position.ts';
import { findStatement, isParameter, type WrittenStatement } from '../dashboard/sql/read-statement.ts';
import { tokenize } from '../trino/sql-tokens.ts';

/** Finds the statement of a dataset as its author wrote it. Returns undefined for a dataset over a file. */
export const findQuery = async ({ folder, written, datasets }: LoadedDashboard, name: string) => {
  const { source } = datasets[name]?.config ?? {};
  if (!source || !('statement' in source)) return undefined;
  const path = ['datasets', name, source.source];
  return findStatement(folder, asFields(asFields(written.value.datasets)[name])[source.source], path);
};

interface Use {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const usesIn = (text: string): readonly Use[] =>
  tokenize(text)
    .filter(({ kind }) => kind === 'parameter')
    .map(({ text: word, offset }) => ({ name: word.slice(1), start: offset, end: offset + word.length }));

/** Returns a statement with literals in place of its parameters, for the console of a service. */
export const withLiterals = (text: string, window: RequestWindow): string =>
  usesIn(text).reduceRight(
    (sql, { name, start, end }) =>
      isParameter(name) ? `${sql.slice(0, start)}${literalOf(name, window)}${sql.slice(end)}` : sql,
    text.replace(/[;\s]+$/, ''),
  );

/**
 * Returns the offset in the written statement of a place in the statement that was sent, in which one character
 * replaces each parameter.
 */
const writtenOffset = (text: string, position: Position): number => {
  const uses = usesIn(text);
  const sent = uses.reduceRight((sql, { start, end }) => `${sql.slice(0, start)}?${sql.slice(end)}`, text);
  const offset = offsetOfPosition(sent, position);
  return uses.reduce((at, { start, end }) => (start < at ? at + end - start - 1 : at), offset);
};

/** Places a failure of a statement in dashboard.yml, or in the file that dashboard.yml names. */
export const placeFailure = async (
  { folder }: LoadedDashboard,
  { text, place }: WrittenStatement,
  {
    message,
    hint,
    position,
  }: { readonly message: string; readonly hint: string; readonly position?: Position | undefined },
): Promise<Diagnostic> => {
  const file = join(folder, FILE_NAME);
  const offset = position ? writtenOffset(text, position) : 0;
  return placeProblem(file, readYaml(await readFile(file, 'utf8')), place({ offset, message, hint }));
};
