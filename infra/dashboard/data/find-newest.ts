import type { DatasetTable, FileSource } from '../../../shared/config/sources.ts';
import { bindTable, type TableSettings } from '../../../shared/sources/bind-table.ts';
import { optional, time } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import type { OpenFile } from './open-file.ts';

const NEWEST = table({ newest: optional(time) });

/** A request whose window contains every row. */
export const EVER = { currentTime: Number.MAX_SAFE_INTEGER, timePeriod: Number.POSITIVE_INFINITY };

/**
 * Finds the newest time in the column of a source's window, among the rows that its conditions keep; undefined if no
 * row has a time.
 * @throws WallfeedError as an endpoint does.
 */
export const findNewest = (
  source: FileSource | DatasetTable,
  { read }: OpenFile,
  settings: TableSettings,
): number | undefined => {
  const { unpivot, where, window } = source.selection ?? {};
  if (!window) return undefined;
  const { of } = window;
  const selection = {
    ...(unpivot && { unpivot }),
    ...(where && { where }),
    window: { of },
    columns: [{ name: 'newest', source: { from: 'last', of } }],
  } as const;
  const [reader] = bindTable({ ...source, selection }, NEWEST, settings).readers;
  const [row] = reader ? read(reader(EVER)).rows : [];
  return typeof row?.[0] === 'number' ? row[0] : undefined;
};
