import fc from 'fast-check';
import { type Cells, mapTables } from '../../tables/csv-cells.ts';
import { loadValidTables } from '../../tables/load-valid-tables.ts';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import type { DataReply } from '../setting/start-sources.ts';
import { type FuzzCase, requestOf } from './fuzz-case.ts';
import { brokenReply, oddReply, overloaded, refused } from './odd-replies.ts';
import { anyResult, damagedResult, form, replyOf, resultOfCells } from './sql-results.ts';
import { areTablesOf } from './table-cells.ts';

type Results = Readonly<Record<string, DataReply>>;
type Made = Pick<FuzzCase, 'made' | 'expected'> & { readonly results: Results };
type Timezone = (family: string) => string;

/** Writes the valid tables of a shape as results. They are invalid for endpoints whose options ask for other columns. */
const rightResults = async (endpoint: PlannedEndpoint, timezone: string) => {
  const valid = await loadValidTables(endpoint.folder);
  return fc
    .tuple(valid, form)
    .map(([tables, used]) =>
      Object.entries(tables).map(
        ([name, cells]: [string, Cells]) =>
          [name, resultOfCells(endpoint, name, cells, { timezone, form: used })] as const,
      ),
    );
};

const resultsFor = async (endpoint: PlannedEndpoint, timezone: string): Promise<fc.Arbitrary<Made>> => {
  const right = await rightResults(endpoint, timezone);
  const sameFor = (reply: DataReply): Results => mapTables(endpoint.config.tables, () => reply);
  const expectedOutcome = (results: Results) =>
    endpoint.isUsual && areTablesOf(endpoint, results) ? { expected: 'good' as const } : {};
  const failing = (replies: fc.Arbitrary<DataReply>, made: string): fc.Arbitrary<Made> =>
    replies.map((reply) => ({ made: made, expected: 'refused', results: sameFor(reply) }));
  return fc.oneof(
    {
      arbitrary: right.map((all): Made => {
        const results = Object.fromEntries(all.map(([name, result]) => [name, replyOf(result)]));
        return { made: 'right results', ...expectedOutcome(results), results };
      }),
      weight: 30,
    },
    {
      arbitrary: right.chain((results) =>
        fc
          .tuple(
            ...results.map(([name, result]) =>
              damagedResult(result).map((damaged) => [name, replyOf(damaged)] as const),
            ),
          )
          .map((all): Made => ({ made: 'damaged results', results: Object.fromEntries(all) })),
      ),
      weight: 90,
    },
    {
      arbitrary: anyResult.map((result): Made => ({ made: 'any result', results: sameFor(replyOf(result)) })),
      weight: 20,
    },
    { arbitrary: oddReply.map((reply): Made => ({ made: 'no result', results: sameFor(reply) })), weight: 20 },
    { arbitrary: failing(refused, 'a refusal'), weight: 10 },
    { arbitrary: fc.oneof(failing(overloaded, 'an overload'), failing(brokenReply, 'no JSON')), weight: 1 },
  );
};

/** Draws results for the endpoints that query a database. */
export const sqlCases = async (
  endpoints: readonly PlannedEndpoint[],
  timezoneOf: Timezone,
): Promise<fc.Arbitrary<FuzzCase>> => {
  const withSql = endpoints.filter(({ kind }) => kind === 'sql');
  const results = await Promise.all(
    withSql.map(async (endpoint) => [endpoint, await resultsFor(endpoint, timezoneOf(endpoint.family))] as const),
  );
  return fc.constantFrom(...results).chain(([endpoint, made]) =>
    fc.tuple(made, fc.nat(19)).map(([{ results: held, ...how }, again]) => ({
      ...how,
      endpoint,
      event: requestOf(endpoint),
      fixtures: { results: held },
      again: again === 0,
    })),
  );
};
