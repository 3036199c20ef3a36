import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { loadCatalogue } from '../../infra/build/catalogue/load-catalogue.ts';
import { prepareDemo } from '../../infra/dashboards/demo/exports/refresh-demo.ts';
import { askJson } from '../../infra/lab/requests/ask-json.ts';
import { runStart, type StartProcess } from '../../infra/lab/start-process.ts';

type Endpoint = Readonly<Record<string, unknown>> & { readonly component: string; readonly path?: string };

const SECRET = 'wallfeed-demo';
const KINDS = ['csv', 'json', 'sql'];
const catalogue = await loadCatalogue();
const families = [...new Set(catalogue.map(({ family }) => family))];

const file = await readFile(join(await prepareDemo(), 'dashboard.yml'), 'utf8');
const endpoints = Object.entries((parse(file) as { endpoints: Record<string, Endpoint> }).endpoints);

const familyOf = ({ component }: Endpoint): string | undefined =>
  catalogue.find(({ shape }) => shape.components.includes(component))?.family;

/** Returns the kinds of an endpoint's sources: its own, or those of its tables. */
const kindsOf = (endpoint: Endpoint): readonly string[] => {
  const tables = Object.values(endpoint).filter((value) => typeof value === 'object' && value !== null);
  const keys = [endpoint, ...tables].flatMap((value) => Object.keys(value as object));
  return KINDS.filter((kind) => keys.includes(kind));
};

const addresses = endpoints.map(([slug, endpoint]) => endpoint.path ?? `/${familyOf(endpoint)}/${slug}`);

describe('the demo’s dashboard.yml', () => {
  test('the demo feeds every component', () => {
    const fed = new Set(endpoints.map(([, { component }]) => component));
    expect([...fed].sort()).toEqual(catalogue.flatMap(({ shape }) => shape.components).sort());
  });

  test.each(families)('the demo feeds the family %s from CSV, SQL and JSON', (family) => {
    const ofFamily = endpoints.filter(([, endpoint]) => familyOf(endpoint) === family);
    expect([...new Set(ofFamily.flatMap(([, endpoint]) => kindsOf(endpoint)))].sort()).toEqual(KINDS);
  });

  test('the demo feeds some components both from CSV and from SQL', () => {
    const mixed = endpoints.filter(([, endpoint]) => kindsOf(endpoint).length > 1);
    expect(mixed.length).toBeGreaterThan(3);
  });

  test('the demo’s dashboard.yml lists the endpoints of a family together', () => {
    const inOrder = endpoints.map(([, endpoint]) => familyOf(endpoint));
    const turns = inOrder.filter((family, index) => family !== inOrder[index - 1]);
    expect(turns).toEqual([...new Set(turns)]);
  });
});

describe('the demo’s stack', () => {
  let start: StartProcess;
  let url: string;
  beforeAll(async () => {
    start = runStart(['--port', '0']);
    const [, origin = ''] = await start.printed(/^curl .*'(http:\/\/127\.0\.0\.1:\d+)\//m);
    url = origin;
  });
  afterAll(() => start.stop());

  test('npm start lists each endpoint of the demo with its component and URL, and reports no error in dashboard.yml', () => {
    const listed = start.output().matchAll(/^(\S.*?) {2,}(http\S+) {2,}\S/gm);
    const expected = endpoints.map(([, { component }], index) => [component, `${url}${addresses[index]}`]);
    expect(Array.from(listed, ([, ...cells]) => cells)).toEqual(expected);
    expect(start.output()).not.toMatch(/dashboard\.yml:\d/);
  });

  test.each(['1', '30', '1440'])(
    'every endpoint of the demo responds for a time period of %s minutes',
    async (timePeriod) => {
      const answers: [string, number, string | null][] = [];
      for (const address of addresses) {
        const answer = await askJson(url + address, SECRET, timePeriod);
        await answer.json();
        answers.push([address, answer.status, answer.headers.get('content-type')]);
      }
      expect(answers).toEqual(addresses.map((address) => [address, 200, expect.stringContaining('application/json')]));
    },
  );

  test('the demo responds to scripted charts and frames at the platform’s own paths', async () => {
    const platforms = addresses.flatMap((address) => {
      if (address.startsWith('/script/')) return [`${address}/Echarts`];
      return address.startsWith('/frame/') ? [`${address}/`] : [];
    });
    const answers = await Promise.all(platforms.map((address) => askJson(url + address, SECRET)));
    expect(platforms).toHaveLength(5);
    expect(answers.map(({ status }) => status)).toEqual(platforms.map(() => 200));
  });

  test('an endpoint with SQL responds with the values that its query counts', async () => {
    const body = await (await askJson(`${url}/bar/orders-by-region`, SECRET)).json();
    expect(body).toMatchObject({
      series: ['East', 'South', 'North', 'West'].map(() => ({ value: expect.any(Number) })),
    });
    for (const { value } of (body as { series: { value: number }[] }).series) expect(value).toBeGreaterThan(0);
  });
});
