import fc from 'fast-check';
import type { RawReply } from '../../cloud/serve-statements.ts';
import { type Cells, mapTables } from '../../tables/csv-cells.ts';
import { loadValidTables } from '../../tables/load-valid-tables.ts';
import { canaries } from '../setting/canaries.ts';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import { type FuzzCase, requestOf } from './fuzz-case.ts';
import { jsonText } from './json-text.ts';
import { anyResult, damagedResult, form, replyOf, resultOfCells } from './sql-results.ts';
import { areTablesOf } from './table-cells.ts';

const SENTENCE = `ERROR: relation "${canaries.statement}x" does not exist: ${canaries.sqlSentence}; Position: 15; SQLState: `;

const refusal = (error: string, status: number, message: string): RawReply => ({
  status,
  error,
  body: JSON.stringify({ message }),
});

/** The service refuses a statement. No part of its message may reach a response. */
const REFUSALS: readonly RawReply[] = [
  ...['42P01', '42601', '22012', '57014', 'XX000', ''].map((state) =>
    refusal('DatabaseErrorException', 400, SENTENCE + state),
  ),
  refusal('UnsupportedResultException', 400, `The result contains ${canaries.sqlSentence}.`),
  refusal('UnsupportedResultException', 400, `The result contains the unsupported data type OID 600.`),
  refusal('UnsupportedResultException', 400, `unsupported data type ${canaries.sqlSentence}`),
  refusal('BadRequestException', 400, `${canaries.sqlSentence}; ${canaries.cluster}`),
  refusal('ValidationException', 400, canaries.sqlSentence),
  refusal('AccessDeniedException', 403, `User ${canaries.cluster} is not authorized to ${canaries.sqlSentence}`),
  refusal('ForbiddenException', 403, canaries.secret),
  refusal('SecretsErrorException', 400, canaries.secret),
  refusal('DatabaseNotFoundException', 404, canaries.database),
  refusal('DatabaseErrorException', 400, 'Database returned more than the allowed response size limit'),
  refusal('DatabaseResumingException', 400, canaries.cluster),
  refusal('StatementTimeoutException', 400, canaries.sqlSentence),
  refusal('TransactionNotFoundException', 404, canaries.sqlSentence),
  refusal('__proto__', 400, canaries.sqlSentence),
  refusal('constructor', 418, canaries.sqlSentence),
  refusal(`com.amazonaws.rdsdata#BadRequestException:${canaries.sqlSentence}`, 400, SENTENCE),
  { status: 400, body: JSON.stringify({ __type: canaries.cluster, message: SENTENCE }) },
  { status: 400, body: JSON.stringify({ code: 'constructor', message: { toString: SENTENCE } }) },
  { status: 400, body: `<html>${canaries.sqlSentence}</html>` },
  { status: 403, body: '' },
  { status: 302, body: canaries.cluster },
];

const refused: fc.Arbitrary<RawReply> = fc.constantFrom(...REFUSALS);

/** The function retries after a pause. */
const overloaded: fc.Arbitrary<RawReply> = fc.constantFrom(
  refusal('ThrottlingException', 400, canaries.sqlSentence),
  refusal('InternalServerErrorException', 500, SENTENCE),
  refusal('ServiceUnavailableError', 503, canaries.cluster),
  refusal('DatabaseUnavailableException', 504, canaries.database),
  { status: 500, body: `<html>${canaries.sqlSentence}</html>` },
);

const MEMBERS = ['records', 'columnMetadata', 'numberOfRecordsUpdated', 'generatedFields', 'formattedRecords'] as const;

const result = (members: string): RawReply => ({ status: 200, body: `{${members}}` });

const COLUMN = '"columnMetadata":[{"name":"a","label":"a","typeName":"text"}]';

const oddReply: fc.Arbitrary<RawReply> = fc.oneof(
  {
    arbitrary: fc
      .uniqueArray(fc.tuple(fc.constantFrom(...MEMBERS), jsonText(['stringValue', 'isNull', 'label', 'typeName'])), {
        selector: ([name]) => name,
        maxLength: 3,
      })
      .map((members) => result(members.map(([name, value]) => `"${name}":${value}`).join(','))),
    weight: 4,
  },
  { arbitrary: jsonText(['stringValue']).map((value) => result(`${COLUMN},"records":[[${value}]]`)), weight: 4 },
  { arbitrary: jsonText(['stringValue']).map((value) => result(`${COLUMN},"records":[${value}]`)), weight: 2 },
  { arbitrary: jsonText(['name']).map((value) => result(`"columnMetadata":[${value}],"records":[]`)), weight: 2 },
  { arbitrary: jsonText([...MEMBERS]).map((body): RawReply => ({ status: 200, body })), weight: 2 },
);

/** Status 200, but not JSON. The function retries after a pause, as with truncated replies. */
const brokenReply: fc.Arbitrary<RawReply> = fc.constantFrom(
  { status: 200, body: '' },
  { status: 200, body: `<html>${canaries.sqlSentence}</html>` },
  { status: 200, body: `{${COLUMN},"records":[[{"stringValue":"${canaries.sqlSentence}` },
  { status: 204, body: '' },
);

type Results = Readonly<Record<string, RawReply>>;
type Made = Pick<FuzzCase, 'made' | 'expected'> & { readonly results: Results };
type Timezone = (family: string) => string;

/**
 * Writes the valid tables of a shape as results. They are invalid for endpoints whose options ask for other columns.
 */
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
  const sameFor = (reply: RawReply): Results => mapTables(endpoint.config.tables, () => reply);
  const expectedOutcome = (results: Results) =>
    endpoint.isUsual && areTablesOf(endpoint, results) ? { expected: 'good' as const } : {};
  const failing = (replies: fc.Arbitrary<RawReply>, made: string): fc.Arbitrary<Made> =>
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
