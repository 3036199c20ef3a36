import { forReader } from '../../language/language.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { writeSheetCsv } from '../../terminal/write-sheet-csv.ts';
import { compareBudget } from '../budget.ts';
import { billParts, type Estimate } from '../create-estimate.ts';
import { writeCurrency, writeMoney, writeMonth } from '../figures.ts';
import { PARTS } from '../price-endpoint.ts';
import { addMoney } from '../price-list.ts';
import { SECONDS } from '../quantity.ts';
import { sumByTag, type WallCost, type WallSum, yearOfWalls } from '../walls/wall-cost.ts';
import { fitLine, section, wrapText } from './paragraph.ts';

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

const costRows = ({ folder, dashboard, estimate }: WallCost): readonly Row[] => {
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

export interface WallsReport extends WallSum {
  readonly tag?: string | undefined;
  readonly hasDetails: boolean;
  readonly hasYear: boolean;
}

/** Writes what the estimate of a wall counts: `3 x 10s, 24 h x 30, us-east-1`. */
export const describeBasis = ({ assumptions, prices }: Estimate): string => {
  const { screens, refreshSeconds, hoursADay, daysAMonth } = assumptions;
  return `${screens} x ${SECONDS.write(refreshSeconds)}, ${hoursADay} h x ${daysAMonth}, ${prices.region}`;
};

export const currencyOf = ({ walls }: WallSum): string => walls[0]?.estimate.prices.currency ?? 'USD';

const rowOf = ({ folder, dashboard, estimate }: WallCost): readonly string[] => {
  const budget = compareBudget(dashboard, estimate);
  const isForeign = dashboard.region !== undefined && dashboard.region !== estimate.prices.region;
  const notes = [
    ...(budget?.over ? [`over its budget by ${writeMoney(budget.difference)}`] : []),
    ...(isForeign ? [`for ${dashboard.region}`] : []),
  ];
  return [
    `  ${writeMoney(estimate.total)}`,
    dashboard.name,
    folder,
    describeBasis(estimate),
    notes.map(forReader).join('; '),
  ];
};

const MAX_LINES = 40;
const MIN_WALLS = 5;

/** Walls that lack the tag are `without department`. */
const listTags = (walls: readonly WallCost[], tag: string): string =>
  formatTable(
    Object.entries(sumByTag(walls, tag)).map(([value, total]) => [
      `  ${writeMoney(total)}`,
      value === '' ? `without ${tag}` : value,
    ]),
    [0],
  );

const headOf = ({ walls, total, noSum, hasYear, ...sum }: WallsReport): readonly string[] => {
  if (total === undefined) return [`no sum: ${noSum}`];
  const year = hasYear ? yearOfWalls(walls, total) : undefined;
  const days = year?.days == null ? '' : ` (${year.days} days)`;
  const ofYear = year ? `, and ${writeMoney(year.total)} in 12 such months${days}` : '';
  const months = [...new Set(walls.map(({ estimate }) => writeMonth(estimate.prices.asOf)))].join(', ');
  const count = walls.length === 1 ? '1 wall costs' : `${walls.length} walls cost`;
  return [
    `${count} ${writeMoney(total)} ${writeCurrency(currencyOf({ walls, ...sum }))} a month on AWS${ofYear}`,
    `each with its own screens x refresh, hours a day x days a month, and prices of a region, ${months}; free tiers are left out`,
  ];
};

export const formatWalls = (report: WallsReport): string => {
  const { walls, tag, hasDetails } = report;
  const head = headOf(report).flatMap((text) => wrapText(text, '').split('\n'));
  if (walls.length === 0) return head.join('\n');
  const byTag = tag === undefined ? [] : section(`By ${tag}`, listTags(walls, tag).split('\n').map(fitLine));
  const last = [
    '',
    ...wrapText(
      'Nothing was measured on AWS. --details prints every wall; --dashboard <folder> explains one.',
      '',
    ).split('\n'),
  ];
  const room = MAX_LINES - head.length - last.length - Math.min(byTag.length, MAX_LINES / 2) - 3;
  const most = hasDetails || walls.length <= room ? walls.length : Math.max(MIN_WALLS, room);
  const rest = walls.slice(most);
  const others = [
    `  ${writeMoney(addMoney(rest.map(({ estimate }) => estimate.total)))}`,
    forReader(`the other ${rest.length}`),
  ];
  const rows = [...walls.slice(0, most).map(rowOf), ...(rest.length > 0 ? [others] : [])];
  const shownTags = hasDetails ? byTag : byTag.slice(0, MAX_LINES / 2);
  const lines = formatTable(rows, [0])
    .split('\n')
    .map((line) => fitLine(line));
  return [...head, '', ...lines, ...shownTags, ...last].join('\n');
};

export const formatWallsJson = (report: WallsReport): string => {
  const { walls, total, tag, hasYear } = report;
  const document = {
    currency: currencyOf(report),
    walls: walls.map(({ folder, dashboard, estimate }) => ({
      folder,
      dashboard: dashboard.name,
      tags: dashboard.tags ?? {},
      region: estimate.prices.region,
      ...(estimate.prices.currency === currencyOf(report) ? {} : { currency: estimate.prices.currency }),
      total: estimate.total,
      parts: billParts(estimate),
    })),
    ...(total !== undefined && { total }),
    ...(total !== undefined && hasYear && { year: yearOfWalls(walls, total) }),
    ...(tag !== undefined && total !== undefined && { byTag: { [tag]: sumByTag(walls, tag) } }),
  };
  return JSON.stringify(document, null, 2);
};

export const formatWallsCsv = ({ walls }: Pick<WallSum, 'walls'>): string =>
  writeSheetCsv([ROW_COLUMNS, ...walls.flatMap(costRows)]);
