import { createCsvScan } from '../../../../shared/csv/scan-csv.ts';
import { bindSelection } from '../../../../shared/selection/bind-selection.ts';
import { number } from '../../../../shared/tabular/column.ts';
import { table } from '../../../../shared/tabular/define-table.ts';
import { type Answer, chunksOf, type QueriedFile, TIMEZONE } from './subject.ts';

const selection = {
  columns: [
    { name: 'p95', source: { from: 'percentile', percent: 95, of: 'Amount' } },
    { name: 'orders', source: { from: 'count' } },
  ],
} as const;

const definition = table({ p95: number, orders: number });
const DAY_MINUTES = 1440;

/** Holds nearly 1 000 000 amounts, the most that an endpoint may hold. */
const MAX_BYTES = 100_000_000;

/** Holds the amount of each order in memory. */
export const run = async ({ file, to }: QueriedFile): Promise<Answer> => {
  const bound = bindSelection({ selection }, definition, { timezone: TIMEZONE });
  const scan = createCsvScan({}, bound.reader({ currentTime: to, timePeriod: DAY_MINUTES }));
  let bytes = 0;
  for await (const chunk of chunksOf(file)) {
    scan.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_BYTES) break;
  }
  return scan.end().content.rows as unknown as Answer;
};
