/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { requestWith } from '../../infra/client/send-request.ts';
import { checkDashboard } from '../../infra/dashboard/check-dashboard.ts';
import { clientPresets, PLATFORM } from '../../infra/dashboard/clients/read-client.ts';
import { loadDashboard } from '../../infra/dashboard/definition/load-dashboard.ts';
import { DOCUMENTS } from '../../infra/program/program-files.ts';
import { projectRoot } from '../../infra/program/project-root.ts';
import { writeFolder } from '../support/folders/write-folder.ts';
import { serveEndpoints } from '../support/requests/serve-endpoints.ts';

const MAX_LINES = 40;

const presets = [...clientPresets().values()].filter(({ name }) => name !== PLATFORM);

/** Returns the files of a page's fences, by the names after their languages. */
const filesOf = (page: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(page.matchAll(/^```\w+ (\S+)\n(.*?)^```/gms), ([, name = '', text = '']) => [name, text]),
  );

const readPage = async (name: string) => {
  const page = readFileSync(join(projectRoot, `schemas/clients/${name}.md`), 'utf8');
  const { response = '', ...files } = filesOf(page);
  const folder = await writeFolder(files);
  const { errors, warnings } = await checkDashboard(folder);
  const [endpoint] = (await loadDashboard(folder)).endpoints;
  if (!endpoint) throw new Error(`${name}.md has no endpoint`);
  return { name, page, response, files, endpoint, problems: [...errors, ...warnings] };
};

const pages = await Promise.all(presets.map(({ name }) => readPage(name)));
const parameters = await readPage('parameters');

let served: Awaited<ReturnType<typeof serveEndpoints>>;

beforeAll(async () => {
  const endpoints = Object.fromEntries([...pages, parameters].map(({ name, endpoint }) => [name, endpoint.config]));
  const [first] = pages;
  const files = {
    'sales.csv': first?.files['data/sales.csv'] ?? '',
    'orders.csv': parameters.files['data/orders.csv'] ?? '',
  };
  served = await serveEndpoints('rows', endpoints, files, 'ops-room');
});
afterAll(() => served.close());

describe.each(pages)('schemas/clients/$name.md', ({ name, page, response, files, endpoint, problems }) => {
  test('the page of a front end is short, is in the package, and is found from the list of front ends', () => {
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
    expect(DOCUMENTS).toContain(`schemas/clients/${name}.md`);
    expect(readFileSync(join(projectRoot, 'schemas/clients/README.md'), 'utf8')).toContain(`](${name}.md)`);
  });

  test('the dashboard on the page of a front end is valid, and answers what the front end sends', async () => {
    expect([problems, endpoint.client?.name]).toEqual([[], name]);
    expect(files['data/sales.csv']).toBe(pages[0]?.files['data/sales.csv']);
    const { headers: ownHeaders, query, body } = clientPresets().get(name)?.request ?? { headers: {} };
    const method = endpoint.client?.methods[0] ?? 'GET';
    const sent = requestWith(method, 'https://wall.example.com/sales', (method === 'GET' ? query : body) ?? {});
    const { status, text } = await served.ask({
      method,
      endpoint: name,
      query: new URL(sent.url).search.slice(1),
      headers: { ...sent.headers, ...ownHeaders },
      ...(sent.body !== undefined && { body: sent.body }),
    });
    expect([status, text]).toEqual([200, JSON.stringify(JSON.parse(response))]);
  });
});

describe('schemas/clients/parameters.md', () => {
  const { page, problems, response } = parameters;

  test('the dashboard on the page of a front end is valid, and answers the request of the page', async () => {
    expect(problems).toEqual([]);
    const [, query = ''] = /\/rows\/sales\?([^`]+)`/.exec(page) ?? [];
    const { status, text } = await served.ask({ method: 'GET', endpoint: 'parameters', query });
    expect([status, text]).toEqual([200, JSON.stringify(JSON.parse(response))]);
  });
});
