import { billParts } from '../create-estimate.ts';
import { PARTS } from '../price-endpoint.ts';
import type { WallCost } from '../walls/wall-cost.ts';

/** The columns of a report as CSV. */
export const ROW_COLUMNS = [
  'dashboard',
  'folder',
  'region',
  'currency',
  'endpoint',
  'component',
  'calls',
  ...PARTS,
  'total',
] as const;

type Row = readonly (string | number)[];

const EMPTY_PARTS = PARTS.map(() => '');

/** Returns the rows of a wall: one for each endpoint, and one for each other part of its total. */
export const costRows = ({ folder, dashboard, estimate }: WallCost): readonly Row[] => {
  const { region, currency } = estimate.prices;
  const { database, secrets, watching, domain } = billParts(estimate);
  const wall = [dashboard.name, folder, region, currency];
  const others = [
    ...estimate.datasets.map(({ dataset, sourceReads, total }) => [`Dataset ${dataset}`, sourceReads, total] as const),
    ...Object.entries({ Database: database, Secrets: secrets, Watching: watching, Domain: domain }).map(
      ([name, total]) => [name, '', total] as const,
    ),
  ];
  return [
    ...estimate.endpoints.map((cost) => {
      const parts = PARTS.map((part) => cost[part]);
      return [...wall, cost.endpoint, cost.component, cost.calls, ...parts, cost.total];
    }),
    ...others.map(([name, count, total]) => [...wall, '', name, count, ...EMPTY_PARTS, total]),
  ];
};
