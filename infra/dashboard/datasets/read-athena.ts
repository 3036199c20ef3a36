import type { AthenaSource } from '../../../shared/config/dataset.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import type { Path } from '../folder/read-yaml.ts';
import { type AthenaSettings, checkAthena, compileAthena } from '../head/athena-settings.ts';
import { type CheckedAthenaSql, checkAthenaSql } from '../sql/check-athena-sql.ts';
import { localProblems } from '../sql/foreign-syntax.ts';
import { locateStatement, readStatement } from '../sql/read-statement.ts';
import type { ColumnName } from '../sql/sql-parameter-problems.ts';

/** A query through Athena, valid or not. */
interface ReadAthena {
  readonly problems: readonly DefinitionProblem[];
  readonly words: string;
  readonly columns?: readonly ColumnName[];
  readonly source?: AthenaSource;
  readonly settings?: AthenaSettings;
}

/** Checks a statement, and warns of what only Athena itself runs. */
const checkForAthena = (text: string): CheckedAthenaSql => {
  const checked = checkAthenaSql(text);
  return checked.problems.length > 0 ? checked : { ...checked, problems: localProblems(text) };
};

const ATHENA_RULES = { maxBytes: 262_144, shorten: 'put it into a view of the database', check: checkForAthena };

const missingDatabase = ({ database }: AthenaSettings, path: Path): readonly DefinitionProblem[] =>
  database === undefined
    ? [
        {
          path,
          part: 'key',
          message: 'the query has no database',
          hint: 'add `athena: { database: shop }` at the top of the file, or `database: shop` to the dataset',
        },
      ]
    : [];

/** Reads `athena: select ...`, and the keys of a dataset that belong to it. `top` is `athena` at the top of the file. */
export const readAthena = async (
  fields: Fields,
  path: Path,
  { athena: top, folder }: { readonly athena: unknown; readonly folder: string },
): Promise<ReadAthena> => {
  const settings = compileAthena(fields, top);
  const { workgroup, database = '', catalog } = settings;
  const words = 'athena';
  const ofSettings = [...missingDatabase(settings, path), ...checkAthena(fields, path, asFields(top))];
  const located = locateStatement(fields.athena, [...path, 'athena']);
  if (typeof located.value !== 'string') return { words, problems: ofSettings };
  const { problems, checked } = await readStatement(located.value, located.path, folder, ATHENA_RULES);
  if (!checked) return { words, problems: [...ofSettings, ...problems] };
  const { statement, parameters, columns } = checked;
  const source: AthenaSource = {
    source: 'athena',
    statement,
    parameters,
    ...(workgroup !== undefined && { workgroup }),
    database,
    ...(catalog !== undefined && { catalog }),
  };
  return { words, problems: [...ofSettings, ...problems], source, settings, ...(columns && { columns }) };
};
