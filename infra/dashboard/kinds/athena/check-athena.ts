import type { AthenaSource } from '../../../../shared/kinds/athena/athena-source.ts';
import type { DefinitionProblem } from '../../folder/definition-problem.ts';
import { asFields } from '../../folder/fields.ts';
import type { Path } from '../../folder/read-yaml.ts';
import { type CheckedAthenaSql, checkAthenaSql } from '../../sql/check-athena-sql.ts';
import { localProblems } from '../../sql/foreign-syntax.ts';
import { locateStatement, readStatement } from '../../sql/read-statement.ts';
import type { SourceKind } from '../source-kind.ts';
import { type AthenaSettings, checkAthena, compileAthena } from './athena-settings.ts';

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

/** Reads `athena: select ...`, and the keys of a dataset that belong to it. */
export const readAthena: SourceKind['check'] = async (fields, path, { top, folder }) => {
  const settings = compileAthena(fields, top.athena);
  const { workgroup, database = '', catalog, scan, scanned, data, results } = settings;
  const words = 'athena';
  const ofSettings = [...missingDatabase(settings, path), ...checkAthena(fields, path, asFields(top.athena))];
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
  return {
    words,
    problems: [...ofSettings, ...problems],
    source,
    settings: {
      scan,
      ...(scanned !== undefined && { scanned }),
      ...(data && { data }),
      ...(results !== undefined && { results }),
    },
    ...(columns && { columns }),
  };
};
