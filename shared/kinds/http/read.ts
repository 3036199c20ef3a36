import { noteChange } from '../../aws/deadline.ts';
import type { DatasetConfig } from '../../config/sources.ts';
import { bindSelection } from '../../selection/bind-selection.ts';
import type { FileReader } from '../../sources/bound-table.ts';
import { withJoins } from '../../sources/read-source.ts';
import { toColumnRows } from '../../tabular/column-rows.ts';
import type { Table } from '../../tabular/table.ts';
import { ANY_COLUMNS, type KindReader, type ReadLimits, type SourceSlot } from '../source-kind.ts';
import { openHost } from './open-host.ts';
import { firstCall, readPages } from './pages.ts';
import { pausing } from './pause.ts';
import { type ReadPage, readPage, readRows } from './read-rows.ts';
import type { HttpSource } from './source.ts';

/** Reads the rows of a dataset over HTTP. @throws WallfeedError. */
const readTable = async (
  source: HttpSource,
  readFile: FileReader,
  timezone: string,
  slot: SourceSlot,
  { deadline, budget, objects, probe }: ReadLimits,
): Promise<Table> => {
  const { call, fill, fail } = await openHost(source, { window: slot.window, timezone, deadline, probe });
  const pages: ReadPage[] = [];
  try {
    await readPages(firstCall(fill(), source), source, async (one, count) => {
      const answer = await call(one);
      noteChange(deadline.changes, Date.parse(String(answer.headers['last-modified'])));
      const page = await readPage(answer, source, count, budget, probe);
      pages.push(page);
      return page;
    });
  } catch (error) {
    throw fail(error);
  }
  deadline.signal.throwIfAborted();
  const request = await withJoins(source.join, { window: slot.window, deadline, budget, objects, known: undefined });
  return readRows(pages, source, readFile(request), budget);
};

/** Names the places of cells by rows and columns, because the answer of a host is no file that anybody opens. */
const byRow = (table: Table): Table => ({
  ...table,
  locate: (row, column) => ({ row: row + 1, column: column + 1, columnName: table.header[column] }),
});

/** Binds a dataset over HTTP. */
export const bindSource: KindReader['bindSource'] = ({ source }: Pick<DatasetConfig, 'source'>, timezone) => {
  const { selection = {}, ...http } = source as HttpSource;
  const bound = bindSelection({ ...http, selection, isHeaderOptional: true }, ANY_COLUMNS, { timezone });
  const reader: FileReader = (request) => bound.reader(request);
  return pausing(async (slot, limits) => {
    const table = await readTable(source as HttpSource, reader, timezone, slot, limits);
    return { rows: toColumnRows(byRow(table)) };
  });
};
