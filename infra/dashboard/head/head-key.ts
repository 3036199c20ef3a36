import type { DefinitionProblem } from '../folder/definition-problem.ts';
import type { Fields } from '../folder/fields.ts';
import type { Key } from '../kinds/source-kind.ts';
import type { DashboardHead } from './dashboard-head.ts';

/** The groups of keys in the reference of dashboard.yml, in its order, by what a reader looks for. */
export const HEAD_GROUPS = [
  'The dashboard',
  'Requests and responses',
  'Sources',
  'Functions',
  'The stack',
  'Watching and cost',
  'The wall',
] as const;

/** `npm run catalogue` writes the schema of a key to schemas/dashboard.json and its row to the reference. */
export interface HeadKey {
  readonly group: (typeof HEAD_GROUPS)[number];
  /** The key in JSON Schema. `default` is what the file would say if it said nothing. */
  readonly schema: Key;
  /** The words for what applies without the key, for a key whose schema has no `default`. */
  readonly without?: string;
  /** True if a mistake in the key stops every endpoint. Without it, a mistake has the effect of a missing key. */
  readonly stops?: true;
  /** Returns the words of `start` for what it uses in place of an invalid key. Default: that there is none. */
  readonly instead?: (head: DashboardHead) => string;
  /** The settings in place of an invalid key. Default: the settings of a missing key. */
  readonly invalid?: Partial<DashboardHead>;
  /** Finds problems that the schema cannot find, in a value of any type. */
  readonly check?: (value: unknown, file: Fields) => readonly DefinitionProblem[];
  /** Returns the settings of a valid value. Absent for keys whose readers are not in this folder. */
  readonly compile?: (value: unknown) => Partial<DashboardHead>;
}
