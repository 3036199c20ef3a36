import type { Reference } from '../../../shared/catalogue/reference.ts';
import type { ChosenTable, FixedTable, TableDefinition } from '../../../shared/tabular/define-table.ts';
import type { KeyCheck } from '../../../shared/tabular/key-check.ts';
import type { CatalogueEntry } from '../load-catalogue.ts';
import { code, decapitalize, enumerate } from './markdown.ts';
import { describeRule, parseName } from './rule-words.ts';

type CheckWords = (columns: readonly string[], hasFill: boolean) => string;

/** Describes each check across rows by its name, in a sentence about its columns. */
const CHECKS: Readonly<Record<string, CheckWords>> = {
  completePairs: (columns, hasFill) => {
    const filled = hasFill ? '; the option `fill` sets the value of missing rows' : '';
    return `There is one row for each combination of ${enumerate(columns.map(code))}${filled}.`;
  },
  uniqueKeys: ([column = '']) => `Each ${code(column)} occurs in only one row.`,
  agree: ([column = '', ...by]) =>
    `${code(column)} is the same on ${by.length === 0 ? 'all rows' : `all rows of the same ${enumerate(by.map(code))}`}.`,
  maxLevels: ([column = '', max = '']) => `Each ${code(column)} has at most ${max} levels.`,
};

const describeCheck = ({ name }: KeyCheck, hasFill: boolean): string => {
  const [check, ...columns] = parseName(name);
  const words = CHECKS[check];
  if (!words)
    throw new Error(`The check ${check} has no description. Add one to infra/build/catalogue/describe-rules.ts.`);
  return words(columns, hasFill);
};

const describeKeys = ({ keys }: FixedTable, hasFill: boolean): readonly string[] => [
  ...new Set(keys.map((check) => describeCheck(check, hasFill))),
];

const keyRules = (table: TableDefinition, place: string, hasFill: boolean): readonly string[] =>
  table.kind === 'fixed'
    ? describeKeys(table, hasFill).map((rule) => `${place}${place === '' ? rule : decapitalize(rule)}`)
    : [];

const tableRules = (name: string, table: TableDefinition | ChosenTable, hasFill: boolean): readonly string[] => {
  if (table.kind !== 'chosen') return keyRules(table, name === 'table' ? '' : `Table ${code(name)}: `, hasFill);
  return Object.entries(table.of).flatMap(([value, one]) =>
    keyRules(one, `With ${code(`${table.option}: ${value}`)}: `, hasFill),
  );
};

const describeReference = ({ table, column, to }: Reference): string =>
  to.column === undefined
    ? `Each ${code(`${table}.${column}`)} is the number of a row of ${code(to.table)}, from 1.`
    : `Each ${code(`${table}.${column}`)} is in the column ${code(to.column)} of table ${code(to.table)}.`;

const list = (title: string, rules: readonly string[]): readonly string[] =>
  rules.length > 0 ? [title, '', ...rules.map((rule) => `- ${rule}`), ''] : [];

/** Describes the rules of a shape: those of its tables, and those of its body. */
export const describeRules = ({ shape }: CatalogueEntry): readonly string[] => {
  const tables = Object.entries(shape.tables).flatMap(([name, table]) =>
    tableRules(name, table, 'fill' in shape.options),
  );
  const inTables = [...tables, ...shape.references.map(describeReference)];
  const inBody = [...shape.rules, ...shape.advice].map(({ name }) => describeRule(name));
  const rules = [...list('Rows:', inTables), ...list('Body:', inBody)];
  return rules.length > 0 ? ['## Rules', '', ...rules] : [];
};
