import type { Shape } from '../../../shared/catalogue/shape.ts';
import type { FixedTable } from '../../../shared/tabular/define-table.ts';
import { rolesOf } from './column-roles.ts';
import type { FileColumn } from './describe-columns.ts';
import type { SelectionFields } from './propose-selection.ts';

/** The columns of a file that name both ends of a link, and its weight. */
interface Links {
  readonly from: FileColumn;
  readonly to: FileColumn;
  readonly weight: FileColumn | undefined;
}

const FROM = /^(from|source|origin|来源|起点)$/i;
const TO = /^(to|target|destination|目标|终点)$/i;

/** True if two columns are the ends of links: they have names such as `from` and `to`, or share values. */
const areEnds = (from: FileColumn, to: FileColumn): boolean =>
  (FROM.test(from.name) && TO.test(to.name)) || !from.values.isDisjointFrom(to.values);

const findLinks = (columns: readonly FileColumn[]): Links | undefined => {
  const texts = columns.filter(({ kind, hasBlanks }) => kind === 'text' && !hasBlanks);
  const [weight] = rolesOf(columns).measures;
  const pairs = texts.flatMap((from, index) => texts.slice(index + 1).map((to) => ({ from, to, weight })));
  return pairs.find(({ from, to }) => areEnds(from, to));
};

const requiredColumns = ({ columns }: FixedTable): readonly (readonly [string, string])[] =>
  Object.entries(columns).flatMap(([name, { type, blank }]) => (blank === 'omitted' ? [] : [[name, type] as const]));

/** Selects one row for each end of a link. The value of the row is the number of its links. */
const nodesOf = (table: FixedTable, { from, to }: Links): SelectionFields | undefined => {
  const names = requiredColumns(table).map(([name]) => name);
  if (names.some((name) => !['id', 'name', 'value'].includes(name))) return undefined;
  const columns = names.map((name) => [name, name === 'value' ? { count: 'rows' } : '$value'] as const);
  return {
    unpivot: [from.reference, to.reference],
    columns: Object.fromEntries(columns),
    ...(!names.includes('value') && { unique: true }),
  };
};

const linksOf = (table: FixedTable, { from, to, weight }: Links): SelectionFields | undefined => {
  const [start, end, ...numbers] = requiredColumns(table);
  if (!start || !end || numbers.length > 1 || numbers.some(([, type]) => type !== 'number')) return undefined;
  const amount = weight ? { sum: weight.reference } : { count: 'rows' };
  const columns = { [start[0]]: from.reference, [end[0]]: to.reference };
  const [number] = numbers;
  return number ? { columns: { ...columns, [number[0]]: amount } } : { columns, unique: true };
};

/**
 * Proposes how one file of links gives both tables of a graph: its links, and its nodes from their ends. Undefined if
 * the shape is not a graph of nodes and links, or if the file has no links. The proposal may still fail: the caller has
 * to try it.
 */
export const proposeGraph = (
  { tables, optionalTables }: Shape,
  columns: readonly FileColumn[],
): Readonly<Record<string, SelectionFields>> | undefined => {
  const required = Object.keys(tables).filter((name) => !optionalTables.includes(name));
  const found = required.join() === 'nodes,links' ? findLinks(columns) : undefined;
  const { nodes: nodeTable, links: linkTable } = tables;
  if (!found || nodeTable?.kind !== 'fixed' || linkTable?.kind !== 'fixed') return undefined;
  const nodes = nodesOf(nodeTable, found);
  const links = linksOf(linkTable, found);
  return nodes && links ? { nodes, links } : undefined;
};
