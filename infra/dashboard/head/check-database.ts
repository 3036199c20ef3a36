import type { DefinitionProblem } from '../folder/definition-problem.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Settings of the stack's own database. They are not allowed for a database that the dashboard names. */
const OWN_SETTINGS = ['subnets', 'securityGroup', 'engineVersion'];

/** The version that the templates are tested with: the minor version of 17 that AWS maintains for at least three years. */
export const DEFAULT_ENGINE_VERSION = '17.7';

/**
 * The first minor version of each major version that can pause at 0 capacity units and has the Data API. All minor
 * versions of later major versions can pause and have it. Aurora offers version 17 from 17.4 on.
 */
const FIRST_MINOR: Readonly<Record<string, number>> = { 13: 15, 14: 12, 15: 7, 16: 3, 17: 4 };
const FIRST_MAJOR = 13;

const misplaced = (database: Fields): readonly DefinitionProblem[] =>
  database.cluster === undefined
    ? []
    : OWN_SETTINGS.filter((key) => database[key] !== undefined).map((key) => ({
        path: ['database', key],
        part: 'key',
        message: `\`database.${key}\` is for a database that the stack makes, and \`database.cluster\` names one that you have`,
        hint: 'keep one of them',
      }));

const canPause = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= FIRST_MAJOR && minor >= (FIRST_MINOR[major] ?? 0);
};

const oldVersion = ({ engineVersion }: Fields): readonly DefinitionProblem[] => {
  if (typeof engineVersion !== 'string' || !/^\d+\.\d+$/.test(engineVersion) || canPause(engineVersion)) return [];
  const [major = ''] = engineVersion.split('.');
  const first = FIRST_MINOR[major];
  const later = first === undefined ? '' : `${major}.${first} or later, or `;
  const message = `Aurora PostgreSQL ${engineVersion} cannot pause at 0 capacity units, or is not on offer`;
  return [{ path: ['database', 'engineVersion'], message, hint: `write ${later}'${DEFAULT_ENGINE_VERSION}'` }];
};

/** Finds errors in `database` that the schema cannot express. */
export const checkDatabase = (database: unknown): readonly DefinitionProblem[] => {
  if (typeof database !== 'object' || database === null) return [];
  const fields = database as Fields;
  return [...misplaced(fields), ...oldVersion(fields)];
};
