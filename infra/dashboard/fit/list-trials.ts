import type { Shape } from '../../../shared/catalogue/shape.ts';
import { tablesOf } from '../../../shared/pipeline/bind-shape.ts';
import type { CatalogueEntry } from '../../build/load-catalogue.ts';
import type { FileColumn } from './describe-columns.ts';
import type { FileFormat } from './probe-file.ts';
import { proposeGraph } from './propose-graph.ts';
import { proposeSelection } from './propose-selection.ts';
import type { Trial } from './trial.ts';

type Values = Readonly<Record<string, unknown>>;

/** The shapes that may fit a file, with the options that they need, and how the file is written. */
export interface Candidates {
  readonly catalogue: readonly CatalogueEntry[];
  /** The options of each shape's sample, by the shape's name. */
  readonly samples: Readonly<Record<string, Values>>;
  readonly format: FileFormat;
}

/** Returns the only table that an endpoint must name; undefined if it must name several. */
const onlyTable = ({ tables, optionalTables }: Shape): string | undefined => {
  const required = Object.keys(tables).filter((name) => !optionalTables.includes(name));
  return required.length === 1 ? required[0] : undefined;
};

/** Takes the values of required options from the shape's sample, for the user to change. */
const requiredOptions = ({ name, options }: Shape, { samples }: Candidates): Values =>
  Object.fromEntries(Object.entries(samples[name] ?? {}).filter(([option]) => options[option]?.required));

/** Returns the values of an option that decides the columns of a table. Each value is tried. */
const choicesOf = ({ tables, options }: Shape, table: string): readonly Values[] => {
  const definition = tables[table];
  if (definition?.kind !== 'chosen') return [{}];
  const { option: name, of } = definition;
  return Object.keys(of).map((word) => {
    const value = options[name]?.check(word).length === 0 ? word : Number(word);
    return value === options[name]?.fallback ? {} : { [name]: value };
  });
};

/** Lists the ways to feed shapes of one table without a selection: by the position of the file's columns. */
export const listTrials = (candidates: Candidates): readonly Trial[] =>
  candidates.catalogue.flatMap((entry) => {
    const { shape } = entry;
    const name = onlyTable(shape);
    if (name === undefined) return [];
    const required = requiredOptions(shape, candidates);
    const { format } = candidates;
    return choicesOf(shape, name).map((chosen) => ({
      entry,
      tables: [{ name }],
      options: { ...required, ...chosen },
      format,
    }));
  });

/** Returns the option that fills missing rows with 0, if the shape has it. */
const filled = ({ options }: Shape): Values => ('fill' in options ? { fill: 0 } : {});

/** Lists the ways to feed the shapes of trials by a selection of the file's columns. */
export const listSelections = (
  trials: readonly Trial[],
  columns: readonly FileColumn[],
  rows: number,
): readonly Trial[] =>
  trials.flatMap((trial) => {
    const { shape } = trial.entry;
    const tables = trial.tables.flatMap(({ name }) => {
      const table = tablesOf(shape, trial)[name];
      const selection = table && proposeSelection(table, columns, rows);
      return selection ? [{ name, selection }] : [];
    });
    if (tables.length === 0) return [];
    return [{ ...trial, tables, options: { ...trial.options, ...filled(shape) } }];
  });

/** Lists the ways to feed graphs from one file of links. The nodes are the ends of the links. */
export const listGraphs = (candidates: Candidates, columns: readonly FileColumn[]): readonly Trial[] =>
  candidates.catalogue.flatMap((entry) => {
    const proposed = proposeGraph(entry.shape, columns);
    if (!proposed) return [];
    const tables = Object.entries(proposed).map(([name, selection]) => ({ name, selection }));
    return [{ entry, tables, options: requiredOptions(entry.shape, candidates), format: candidates.format }];
  });
