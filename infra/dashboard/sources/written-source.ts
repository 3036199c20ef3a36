import type { CsvSource, JsonSource, TableSource } from '../../../shared/config/sources.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';

/** A source of the dashboard file. `source` is absent if it is invalid. */
export interface ReadSource<Source extends TableSource | JsonSource> {
  readonly problems: readonly DefinitionProblem[];
  readonly source?: Source;
  /** Present if the source is a file of data/. */
  readonly file?: string;
  /** The joined files of data/: absolute paths by their names in dashboard.yml. */
  readonly joinedFiles?: Readonly<Record<string, string>>;
  /** Present if the source is a list: the sources of its entries. */
  readonly parts?: readonly ReadSource<CsvSource>[];
  /** The source as text: `csv traffic.csv`. */
  readonly words: string;
}
