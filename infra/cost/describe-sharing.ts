import type { Estimate } from './create-estimate.ts';
import { writeCount, writeDifference, writeHours, writeMoney } from './figures.ts';
import { sumCalls } from './format-cost-table.ts';
import { MODEL } from './model.ts';
import { addMoney } from './money.ts';
import { withoutSharing } from './without-caches.ts';

const NOT_SHARED = 'Shared cache. No endpoint has one (cache: { ttl: 30s, shared: true }), so it costs nothing.';

/** Explains how the shared cache is counted, its cost, and the cost of the month without it. */
export const describeSharing = (estimate: Estimate): string => {
  const { sharedCache, endpoints, database, total } = estimate;
  if (sharedCache.endpoints === 0) return NOT_SHARED;
  const alone = withoutSharing(estimate);
  const [own, others] = [estimate, alone].map((one) => sumCalls(one.endpoints).sourceCalls);
  const more = writeDifference(addMoney([alone.total, -total]));
  const awake =
    alone.database.awakeHours > database.awakeHours
      ? `; the database would be awake for ${writeHours(alone.database.awakeHours)} hours instead of ${writeHours(database.awakeHours)}`
      : '';
  const effect =
    own === others
      ? 'If no cache were shared, there would be as many source calls'
      : `If no cache were shared, there would be ${writeCount(others ?? 0)} source calls instead of ${writeCount(own ?? 0)}`;
  return (
    `${MODEL.sharing} Here ${writeCount(sharedCache.reads)} reads and ${writeCount(sharedCache.writes)} writes a month, of ` +
    `${sharedCache.endpoints} of ${endpoints.length} endpoints, cost ${writeMoney(sharedCache.cost)}. ` +
    `${effect}, and the month would cost ${more}${awake}.`
  );
};
