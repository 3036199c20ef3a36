import type { Shape } from '../../../shared/catalogue/shape.ts';
import { tablesOf } from '../../../shared/pipeline/bind-endpoints.ts';
import type { FixedTable } from '../../../shared/tabular/define-table.ts';
import type { CatalogueEntry } from '../../build/catalogue/load-catalogue.ts';
import type { Candidate } from './candidate.ts';
import type { GivenFile, SelectionFields } from './column-sources.ts';
import { rolesOf } from './columns.ts';
import type { FileColumn } from './file-column.ts';
import { aggregateOf } from './measures.ts';
import type { FileFormat } from './probe-file.ts';
import { proposeSelection } from './propose-selection.ts';
import { columnsFor, mapOptions } from './region-maps.ts';

interface Links {
  readonly from: FileColumn;
  readonly to: FileColumn;
  readonly weight: FileColumn | undefined;
}

/** Matches names with a letter. The nodes of a graph have names: nobody reads a graph of numbers. */
const HAS_LETTERS = /\p{L}/u;

const findLinks = (columns: readonly FileColumn[]): Links | undefined => {
  const texts = columns.filter(({ kind, hasBlanks }) => kind === 'text' && !hasBlanks);
  const [weight] = rolesOf(columns).measures;
  const pairs = texts.flatMap((from, index) => texts.slice(index + 1).map((to) => ({ from, to, weight })));
  return pairs.find(({ from, to }) => [...from.values.intersection(to.values)].some((name) => HAS_LETTERS.test(name)));
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
 * Takes the ends of the links as nodes. Undefined without links. The proposal may still fail: the caller has to try it.
 */
const proposeGraph = (
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

type Values = Readonly<Record<string, unknown>>;

export interface ShapesToTry {
  readonly catalogue: readonly CatalogueEntry[];
  /** By the shape's name. */
  readonly samples: Readonly<Record<string, Values>>;
  readonly format: FileFormat;
  readonly keys: SelectionFields;
  readonly columns: readonly FileColumn[];
  /** Fills required options that are texts, such as the legend: the name of the file's last column. */
  readonly word: string;
}

/** Returns undefined if an endpoint must name several tables. */
const onlyTable = ({ tables, optionalTables }: Shape): string | undefined => {
  const required = Object.keys(tables).filter((name) => !optionalTables.includes(name));
  return required.length === 1 ? required[0] : undefined;
};

/** Matches a colour, which is no word of the sample's data. */
const COLOUR = /^#[0-9a-f]{3,8}$/i;

/** Takes colours and numbers of the sample, and words of the file. Undefined if an option needs several words. */
const requiredOptions = ({ name, options }: Shape, { samples, word }: ShapesToTry): Values | undefined => {
  const required = Object.entries(samples[name] ?? {}).filter(([option]) => options[option]?.required);
  const filled = required.map(([option, value]) => {
    const isWord = typeof value === 'string' && !COLOUR.test(value) && options[option]?.check(word).length === 0;
    return [option, isWord ? word : value] as const;
  });
  const isOfSample = filled.some(([, value]) => typeof value === 'object');
  return isOfSample ? undefined : Object.fromEntries(filled);
};

const choicesOf = ({ tables, options }: Shape, table: string): readonly Values[] => {
  const definition = tables[table];
  if (definition?.kind !== 'chosen') return [{}];
  const { option: name, of } = definition;
  return Object.keys(of).map((word) => {
    const value = options[name]?.check(word).length === 0 ? word : Number(word);
    return value === options[name]?.fallback ? {} : { [name]: value };
  });
};

export const listCandidates = (toTry: ShapesToTry): readonly Candidate[] =>
  toTry.catalogue.flatMap((entry) => {
    const { shape } = entry;
    const name = onlyTable(shape);
    if (name === undefined) return [];
    const required = requiredOptions(shape, toTry);
    if (!required) return [];
    const { format, keys, columns } = toTry;
    const [first, second] = columns;
    const isAdded = second !== undefined && aggregateOf(second) === 'sum';
    const forMap = first ? mapOptions(shape, [first], isAdded) : {};
    return choicesOf(shape, name).map((chosen) => ({
      entry,
      tables: [{ name }],
      options: { ...required, ...chosen, ...forMap },
      format,
      keys,
    }));
  });

/** True if a group without rows has the value 0, as sums have. An average of no rows is no number. */
const isSum = (selection: SelectionFields): boolean => !JSON.stringify(selection.columns).includes('"average":');

/** Returns the option that fills missing rows with 0, if the shape has it and the selection only adds. */
const filled = ({ options }: Shape, selections: readonly SelectionFields[]): Values =>
  'fill' in options && selections.every(isSum) ? { fill: 0 } : {};

const titleOf = ({ tables }: Shape, columns: readonly FileColumn[]): string | undefined => {
  const isFigure = Object.values(tables).some((table) => table.kind === 'fixed' && table.rowCount.max === 1);
  return isFigure ? rolesOf(columns).measures[0]?.name : undefined;
};

export const listSelections = (candidates: readonly Candidate[], file: GivenFile): readonly Candidate[] =>
  candidates.flatMap((candidate) => {
    const { shape } = candidate.entry;
    const columns = columnsFor(shape, file.columns);
    const tables = candidate.tables.flatMap(({ name }) => {
      const table = tablesOf(shape, candidate)[name];
      const selection = table && proposeSelection(table, { ...file, columns });
      return selection ? [{ name, selection }] : [];
    });
    if (tables.length === 0) return [];
    const selections = tables.map(({ selection }) => selection);
    const options = { ...filled(shape, selections), ...mapOptions(shape, columns, selections.every(isSum)) };
    const title = titleOf(shape, columns);
    return [
      { ...candidate, tables, options: { ...candidate.options, ...options }, ...(title !== undefined && { title }) },
    ];
  });

export const listGraphs = (toTry: ShapesToTry, columns: readonly FileColumn[]): readonly Candidate[] =>
  toTry.catalogue.flatMap((entry) => {
    const proposed = proposeGraph(entry.shape, columns);
    if (!proposed) return [];
    const tables = Object.entries(proposed).map(([name, selection]) => ({ name, selection }));
    const options = requiredOptions(entry.shape, toTry);
    return options ? [{ entry, tables, options, format: toTry.format, keys: toTry.keys }] : [];
  });
