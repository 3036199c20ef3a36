import type { AwsBill } from '../../cost/actual/bill.ts';
import { type Partition, partitionOf } from '../../dashboard/head/region.ts';
import { callOperation } from '../aws/call-service.ts';
import { explained, Refusal } from '../aws/explain-error.ts';
import type { TimeRange } from './read-metrics.ts';

/** The region in which Cost Explorer answers. GovCloud has none: its costs are in the account that it belongs to. */
const REGIONS: Readonly<Partial<Record<Partition, string>>> = { aws: 'us-east-1', 'aws-cn': 'cn-northwest-1' };
const DAY_MS = 86_400_000;

interface CostPage {
  readonly ResultsByTime?: readonly {
    readonly Estimated?: boolean;
    readonly Groups?: readonly {
      readonly Keys: readonly string[];
      readonly Metrics: { readonly UnblendedCost: { readonly Amount: string; readonly Unit: string } };
    }[];
  }[];
  readonly NextPageToken?: string;
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns whole days in UTC that contain a time, and that have begun. */
const daysOf = ({ from, until }: TimeRange): { readonly Start: string; readonly End: string } => {
  const tomorrow = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
  return { Start: dateOf(from), End: dateOf(Math.min(tomorrow, Math.ceil(until / DAY_MS) * DAY_MS)) };
};

const readPages = async (region: string, input: object): Promise<readonly CostPage[]> => {
  const pages: CostPage[] = [];
  for (let NextPageToken: string | undefined = ''; NextPageToken !== undefined; ) {
    const asked = { ...input, ...(NextPageToken && { NextPageToken }) };
    const page: CostPage = await callOperation('ce', region, 'GetCostAndUsage', asked);
    pages.push(page);
    NextPageToken = page.NextPageToken;
  }
  return pages;
};

const tagged = (Key: string, value: string) => ({ Tags: { Key, Values: [value] } });

/**
 * Asks Cost Explorer what AWS billed for a stack, by its tags. AWS charges each request.
 * @throws Error with a sentence for the user.
 */
export const readBill = (dashboard: string, stage: string, region: string, range: TimeRange): Promise<AwsBill> =>
  explained('asking Cost Explorer for the bill (ce:GetCostAndUsage)', async () => {
    const own = REGIONS[partitionOf(region)];
    if (own === undefined)
      throw new Refusal('Cost Explorer has no bill of GovCloud: ask in the standard account that it belongs to');
    const days = daysOf(range);
    const pages = await readPages(own, {
      TimePeriod: days,
      Granularity: 'MONTHLY',
      Metrics: ['UnblendedCost'],
      Filter: { And: [tagged('dashboard', dashboard), tagged('stage', stage)] },
      GroupBy: [{ Type: 'DIMENSION', Key: 'SERVICE' }],
    });
    const results = pages.flatMap(({ ResultsByTime = [] }) => ResultsByTime);
    const groups = results.flatMap(({ Groups = [] }) => Groups);
    if (groups.length === 0)
      throw new Refusal(
        `Cost Explorer has no cost with the tags dashboard=${dashboard} and stage=${stage}: activate both tags as cost ` +
          'allocation tags of the account; they count from then on, and show after a day',
      );
    const services = Map.groupBy(groups, ({ Keys: [service = ''] }) => service);
    const amounts = Array.from(services, ([service, own]): [string, number] => [
      service,
      own.reduce((sum, { Metrics }) => sum + Number(Metrics.UnblendedCost.Amount), 0),
    ]);
    return {
      from: days.Start,
      until: days.End,
      currency: groups[0]?.Metrics.UnblendedCost.Unit ?? 'USD',
      services: Object.fromEntries(amounts),
      estimated: results.some(({ Estimated }) => Estimated),
    };
  });
