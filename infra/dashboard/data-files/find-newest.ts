import type { FileSource } from '../../../shared/config/sources.ts';
import { bindSelection } from '../../../shared/selection/bind-selection.ts';
import { optional, time } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import type { OpenFile } from './open-file.ts';

const NEWEST = table({ newest: optional(time) });

/** A request whose window contains every row. */
const EVER = { currentTime: Number.MAX_SAFE_INTEGER, timePeriod: Number.POSITIVE_INFINITY };

/**
 * Finds the newest time in the column of a source's window, among the rows that its conditions keep; undefined without any.
 * @throws WallfeedError as an endpoint does.
 */
export const findNewest = (source: FileSource, { read }: OpenFile, timezone: string): number | undefined => {
  const { unpivot, where, window } = source.selection ?? {};
  if (!window) return undefined;
  const { of } = window;
  const selection = {
    ...(unpivot && { unpivot }),
    ...(where && { where }),
    window: { of },
    columns: [{ name: 'newest', source: { from: 'last', of } }],
  } as const;
  const [row] = read(bindSelection({ ...source, selection }, NEWEST, { timezone }).reader(EVER)).rows;
  return typeof row?.[0] === 'number' ? row[0] : undefined;
};
