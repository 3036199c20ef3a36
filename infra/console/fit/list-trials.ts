import type { Shape } from '../../../shared/catalogue/shape.ts';
import type { CsvFormat } from '../../../shared/csv/csv-format.ts';
import { tablesOf } from '../../../shared/pipeline/bind-shape.ts';
import type { CatalogueEntry } from '../../build/load-catalogue.ts';
import type { FileColumn } from './describe-columns.ts';
import { proposeSelection } from './propose-selection.ts';
import type { Trial } from './trial.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the only table that an endpoint must name; undefined if it must name several. */
const onlyTable = ({ tables, optionalTables }: Shape): string | undefined => {
  const required = Object.keys(tables).filter((name) => !optionalTables.includes(name));
  return required.length === 1 ? required[0] : undefined;
};

/** Takes the values of required options from the shape's sample, for the user to change. */
const requiredOptions = ({ options }: Shape, sample: Values): Values =>
  Object.fromEntries(Object.entries(sample).filter(([name]) => options[name]?.required));

/** The values of an option that decides the columns of a table, each of which is tried. */
const choicesOf = ({ tables, options }: Shape, table: string): readonly Values[] => {
  const definition = tables[table];
  if (definition?.kind !== 'chosen') return [{}];
  const { option: name, of } = definition;
  return Object.keys(of).map((word) => {
    const value = options[name]?.check(word).length === 0 ? word : Number(word);
    return value === options[name]?.fallback ? {} : { [name]: value };
  });
};

/**
 * Lists the ways to feed the shapes of the catalogue from one file. Shapes that need several tables are left out.
 * @param samples the options of each shape's sample, by the shape's name.
 */
export const listTrials = (
  catalogue: readonly CatalogueEntry[],
  samples: Readonly<Record<string, Values>>,
  format: CsvFormat,
): readonly Trial[] =>
  catalogue.flatMap((entry) => {
    const { shape } = entry;
    const table = onlyTable(shape);
    if (table === undefined) return [];
    const required = requiredOptions(shape, samples[shape.name] ?? {});
    return choicesOf(shape, table).map((chosen) => ({ entry, table, options: { ...required, ...chosen }, format }));
  });

/** Completes a table with gaps, so that it needs no row for each pair. */
const filled = ({ options }: Shape): Values => ('fill' in options ? { fill: 0 } : {});

/** Lists the ways to feed shapes by a selection of the file's columns. */
export const listSelections = (
  trials: readonly Trial[],
  columns: readonly FileColumn[],
  rows: number,
): readonly Trial[] =>
  trials.flatMap((trial) => {
    const { shape } = trial.entry;
    const table = tablesOf(shape, trial)[trial.table];
    const selection = table && proposeSelection(table, columns, rows);
    return selection ? [{ ...trial, options: { ...trial.options, ...filled(shape) }, selection }] : [];
  });
