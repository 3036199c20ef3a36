/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { collectSamples, listFunctions } from '../../../infra/build/bundling/collect-samples.ts';
import { loadValidators } from '../../../infra/build/bundling/validators.ts';
import { loadCatalogue } from '../../../infra/build/catalogue/load-catalogue.ts';
import type { ClientRequest } from '../../../shared/aws/rehearsal.ts';
import { planRehearsal } from '../../../shared/function/plan-rehearsal.ts';
import { rehearseEndpoints } from '../../../shared/function/rehearse-endpoints.ts';
import { dashboardOf, KINDS, type Kind } from '../../support/bundle/endpoints-of-family.ts';

Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' });
Object.assign(process.env, { WALLFEED_BUCKET: 'own', WALLFEED_CACHE_TABLE: 'responses' });

const families = await listFunctions();
const catalogue = await loadCatalogue();

const rehearse = async (family: string, kinds: readonly Kind[]) => {
  const shapes = catalogue.filter((entry) => entry.family === family).map(({ shape }) => shape);
  const { [family]: validators = {} } = await loadValidators([family]);
  const { samples } = await collectSamples(family);
  const requests: ClientRequest[] = [];
  const config = await dashboardOf(family, kinds);
  const options = {
    shapes,
    validators,
    config,
    samples,
    onRequest: (request: ClientRequest) => requests.push(request),
    maxMs: Number.POSITIVE_INFINITY,
  };
  return { requests, responses: await rehearseEndpoints(options), planned: planRehearsal(config, samples).endpoints };
};

describe.each(families)('the rehearsal of %s', (family) => {
  test.each(KINDS)('a rehearsal gets the status 200 for every shape from its sample, as %s', async (kind) => {
    const { responses, planned } = await rehearse(family, [kind]);
    expect(responses.length).toBeGreaterThanOrEqual(2 * Object.keys(planned).length);
    expect(responses.length).toBeGreaterThan(0);
    expect(responses.filter((response) => Object(response).statusCode !== 200)).toEqual([]);
  });
});

test('a rehearsal reads new data from each source, and then data that has not changed', async () => {
  const { requests, responses } = await rehearse('treemap', ['csv']);
  expect(requests.map(({ method, headers }) => [method, headers['if-none-match']])).toEqual([
    ['GET', undefined],
    ['GET', '"rehearsal"'],
  ]);
  expect(responses.map((response) => Object(response).headers['x-wallfeed-cache'])).toEqual(['fresh', 'revalidated']);
});

test('a rehearsal finds a shared response as another environment would', async () => {
  const { responses } = await rehearse('treemap', ['shared']);
  expect(responses.map((response) => Object(response).headers['x-wallfeed-cache'])).toEqual(['fresh', 'hit', 'hit']);
});

test('a rehearsal signs requests for the hosts of the endpoints', async () => {
  const { requests } = await rehearse('treemap', ['csv', 'sql']);
  expect([...new Set(requests.map(({ hostname }) => hostname))]).toEqual([
    'own.s3.us-east-1.amazonaws.com',
    'rds-data.us-east-1.amazonaws.com',
  ]);
  expect(requests.every(({ headers }) => headers.authorization?.startsWith('AWS4-HMAC-SHA256 '))).toBe(true);
});

test('a rehearsal runs the query of a dataset in an Athena in memory, and calls no other service', async () => {
  const { requests, responses } = await rehearse('treemap', ['athena']);
  expect([...new Set(requests.map(({ hostname }) => hostname))]).toEqual(['athena.us-east-1.amazonaws.com']);
  expect(requests.at(-1)?.headers['x-amz-target']).toBe('AmazonAthena.GetQueryResults');
  expect(responses.map((response) => Object(response).headers['x-wallfeed-cache'])).toEqual(['fresh', 'hit']);
});

describe('the plan of a rehearsal', () => {
  test('a rehearsal reads the columns of a sample by position, even if the endpoint selects columns by name', async () => {
    const { samples } = await collectSamples('treemap');
    const config = await dashboardOf('treemap', ['sql']);
    const [[slug, endpoint]] = Object.entries(config.endpoints) as [[string, (typeof config.endpoints)[string]]];
    const columns = [['path', 'breadcrumb']] as const;
    const tables = { table: { source: 'sql', statement: 'select 1', parameters: [], columns } } as const;
    const { endpoints: planned } = planRehearsal({ endpoints: { [slug]: { ...endpoint, tables } } }, samples);
    expect(planned[slug]?.tables.table).toEqual({ source: 'sql', statement: `${slug}/table`, parameters: [] });
  });

  test('a rehearsal contains one of a thousand similar endpoints', async () => {
    const { samples } = await collectSamples('treemap');
    const config = await dashboardOf('treemap', ['csv']);
    const [[, endpoint]] = Object.entries(config.endpoints) as [[string, (typeof config.endpoints)[string]]];
    const endpoints = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`endpoint-${index}`, endpoint]));
    expect(Object.keys(planRehearsal({ ...config, endpoints }, samples).endpoints)).toEqual(['endpoint-0']);
  });

  test('a rehearsal contains an endpoint for each bucket', async () => {
    const { samples } = await collectSamples('treemap');
    const config = await dashboardOf('treemap', ['csv']);
    const [[slug, endpoint]] = Object.entries(config.endpoints) as [[string, (typeof config.endpoints)[string]]];
    const tables = { table: { source: 'csv', bucket: 'other', key: 'a.csv' } } as const;
    const endpoints = { ...config.endpoints, other: { ...endpoint, tables } };
    expect(Object.keys(planRehearsal({ ...config, endpoints }, samples).endpoints)).toEqual([slug, 'other']);
  });
});
