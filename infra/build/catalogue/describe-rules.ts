import type { Reference } from '../../../shared/catalogue/reference.ts';
import type { ChosenTable, FixedTable, TableDefinition } from '../../../shared/tabular/define-table.ts';
import type { KeyCheck } from '../../../shared/tabular/key-check.ts';
import type { CatalogueEntry } from '../load-catalogue.ts';
import { code, decapitalize, enumerate } from './markdown.ts';
import { describeRule } from './rule-words.ts';

/** True if a check refuses two rows that differ in these columns alone. */
const refusesDifference = ({ check }: KeyCheck, columns: readonly string[], differing: readonly string[]): boolean => {
  const row = (cell: number) => Object.fromEntries(columns.map((name) => [name, differing.includes(name) ? cell : 0]));
  return check([row(1), row(2)], undefined).length > 0;
};

/** The columns that a check wants to be equal, and the columns whose rows form a group; found by trying the check. */
const agreement = (check: KeyCheck, columns: readonly string[]) => {
  const equal = columns.filter((name) => refusesDifference(check, columns, [name]));
  const by = columns.filter(
    (name) => !equal.includes(name) && equal.every((one) => !refusesDifference(check, columns, [one, name])),
  );
  return { equal, by };
};

const describeCheck = (check: KeyCheck, columns: readonly string[], hasFill: boolean): string => {
  const [first = '', ...others] = check.keyedBy;
  if (others.length > 0) {
    const filled = hasFill ? '; the option `fill` stands in for missing rows' : '';
    return `There is one row for each combination of ${enumerate(check.keyedBy.map(code))}${filled}.`;
  }
  if (first !== '') return `Each ${code(first)} stands in one row only.`;
  const { equal, by } = agreement(check, columns);
  const rows = by.length === 0 ? 'all rows' : `all rows of the same ${enumerate(by.map(code))}`;
  return `${enumerate(equal.map(code))} is the same on ${rows}.`;
};

const describeKeys = ({ columns, keys }: FixedTable, hasFill: boolean): readonly string[] => [
  ...new Set(keys.map((check) => describeCheck(check, Object.keys(columns), hasFill))),
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

/** The rules of a shape in words: those of its tables, and those of its body. */
export const describeRules = ({ shape }: CatalogueEntry): readonly string[] => {
  const tables = Object.entries(shape.tables).flatMap(([name, table]) =>
    tableRules(name, table, 'fill' in shape.options),
  );
  const inTables = [...tables, ...shape.references.map(describeReference)];
  const inBody = [...shape.rules, ...shape.advice].map(({ name }) => describeRule(name));
  const rules = [...list('Rows:', inTables), ...list('Body:', inBody)];
  return rules.length > 0 ? ['## Rules', '', ...rules] : [];
};
