import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { SQL_PARAMETERS, type SqlParameter } from '../../../shared/config/sources.ts';
import type { TextProblem } from '../folder/diagnostic.ts';
import { asFields } from '../folder/fields.ts';
import { didYouMean } from '../folder/name-words.ts';

/** The name of a result column; undefined for an expression that PostgreSQL names itself. */
export type ColumnName = string | undefined;

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const textOf = (node: unknown): ColumnName => {
  const { sval } = asFields(asFields(node).String);
  return typeof sval === 'string' ? sval : undefined;
};

/** Returns the first SELECT of a query. It names the columns of a UNION. */
const firstSelect = (select: unknown): unknown => {
  const { larg } = asFields(select);
  return larg === undefined ? select : firstSelect(larg);
};

const fieldsOfColumn = (target: unknown): readonly unknown[] =>
  itemsOf(asFields(asFields(asFields(target).val).ColumnRef).fields);

const isStar = (target: unknown): boolean => fieldsOfColumn(target).some((field) => 'A_Star' in asFields(field));

/** Returns the name of a result column: its alias, or else the last name of a column or the name of a function. */
const nameOf = (target: unknown): ColumnName => {
  const { name, val } = asFields(target);
  if (typeof name === 'string') return name;
  return textOf(fieldsOfColumn(target).at(-1)) ?? textOf(itemsOf(asFields(asFields(val).FuncCall).funcname).at(-1));
};

/**
 * Returns the names of the columns that a SELECT returns, by its syntax tree; undefined if the statement does not name
 * all of them, as `select *` does not.
 */
export const resultColumns = (tree: unknown): readonly ColumnName[] | undefined => {
  const select = firstSelect(asFields(tree).SelectStmt);
  const targets = itemsOf(asFields(select).targetList).map((target) => asFields(target).ResTarget);
  return targets.length === 0 || targets.some(isStar) ? undefined : targets.map(nameOf);
};

/** The names of all parameters that a statement may use, for messages. */
export const KNOWN_PARAMETERS = SQL_PARAMETERS.map((name) => `:${name}`).join(', ');

/** True for the name of a parameter, without its colon. */
export const isParameter = (name: string): name is SqlParameter => (SQL_PARAMETERS as readonly string[]).includes(name);

interface ParameterUse {
  /** Name of the parameter without its colon. */
  readonly name: string;
  readonly start: number;
}

/** Reports parameters that neither the request nor the endpoint has. */
export const unknownParameters = (uses: readonly ParameterUse[], own: readonly string[] = []): readonly TextProblem[] =>
  uses
    .filter(({ name }) => !isParameter(name) && !own.includes(name))
    .map(({ name, start }) => {
      const near = nearestNames(name, [...own, ...SQL_PARAMETERS], 2).map((one) => `:${one}`);
      const known = [KNOWN_PARAMETERS, ...own.map((one) => `:${one}`)].join(', ');
      const hint = near.length > 0 ? didYouMean(near) : `known are ${known}`;
      return { offset: start, message: `unknown parameter :${name}`, hint };
    });
