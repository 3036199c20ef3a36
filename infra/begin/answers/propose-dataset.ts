import type { DatasetSource } from '../../../shared/config/sources.ts';
import type { DatasetRows } from '../../dashboard/kinds/source-kind.ts';
import type { SelectionFields } from '../suggestions/column-sources.ts';
import type { Answers } from './probe-answers.ts';
import { type ProposedColumns, proposeColumns } from './propose-columns.ts';
import { type ProposedLines, writeProposal } from './write-proposal.ts';

/** The keys that are proposed for a dataset with `http`: `rows`, `columns`, and how cells are written. */
export interface ProposedKeys extends Pick<ProposedColumns, 'columns' | 'others'> {
  readonly keys: SelectionFields;
}

export interface Proposal extends ProposedKeys, ProposedLines {}

/** Proposes the keys that a dataset with `http` does not have. Its rows were read without them. */
export const proposeKeys = (
  { selection }: DatasetSource,
  { columns: read, rows }: DatasetRows,
  answers: Answers,
  timezone: string,
): ProposedKeys => {
  const texts = {
    header: read.map(({ name }) => name),
    rows: rows.map((row) => row.map((cell) => String(cell ?? ''))),
  };
  const { keys, columns, others } = selection?.columns
    ? { keys: {}, columns: [], others: [] }
    : proposeColumns(texts, timezone);
  return { keys: { ...(answers.rows && { rows: answers.rows }), ...keys }, columns, others };
};

/**
 * Proposes `rows` and `columns` for a dataset; undefined if it has them.
 * @param text the text of dashboard.yml.
 */
export const proposeDataset = (text: string, name: string, proposed: ProposedKeys): Proposal | undefined =>
  Object.keys(proposed.keys).length === 0 ? undefined : { ...proposed, ...writeProposal(text, name, proposed.keys) };
