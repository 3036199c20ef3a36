import type { Selection } from '../../../../shared/config/selection.ts';
import { createCsvScan } from '../../../../shared/csv/scan-csv.ts';
import { bindSelection } from '../../../../shared/selection/bind-selection.ts';
import { number, text } from '../../../../shared/tabular/column.ts';
import { table } from '../../../../shared/tabular/define-table.ts';
import { type Answer, chunksOf, type QueriedFile, TIMEZONE } from './subject.ts';

export const selection: Selection = {
  where: [{ column: 'Status', tests: [{ is: 'any', of: ['paid'] }] }],
  window: { of: 'Created at' },
  columns: [
    { name: 'product', source: { from: 'cell', of: 'Product' } },
    { name: 'turnover', source: { from: 'sum', of: 'Amount' } },
    { name: 'orders', source: { from: 'count' } },
  ],
  sort: [{ column: 'turnover', descending: true }],
  limit: 6,
};

const definition = table({ product: text, turnover: number, orders: number });
const MINUTE_MS = 60_000;

export const runOver = async (
  chunks: AsyncIterable<Buffer>,
  { from, to }: Pick<QueriedFile, 'from' | 'to'>,
): Promise<Answer> => {
  const bound = bindSelection({ selection }, definition, { timezone: TIMEZONE });
  const scan = createCsvScan({}, bound.reader({ currentTime: to, timePeriod: (to - from) / MINUTE_MS }));
  for await (const chunk of chunks) scan.push(chunk);
  return scan.end().content.rows as unknown as Answer;
};

export const run = (queried: QueriedFile): Promise<Answer> => runOver(chunksOf(queried.file), queried);
