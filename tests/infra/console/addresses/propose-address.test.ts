/** @jest-environment node */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createSuggester } from '../../../../infra/console/suggestions/create-suggester.ts';
import { checkDashboard } from '../../../../infra/dashboard/check-dashboard.ts';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { type Api, startApi } from '../../../support/http/start-api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
beforeEach(() => api.answer(() => ({ json: { items: [{ state: 'open', user: { name: 'Li' } }, { state: 'done' }] } })));
afterAll(() => api.close());

const open = async (
  hosts = `tickets: { url: '${api.url}/api', plain: true, auth: { query: { key: ssm:/wall/key } } }`,
) => {
  const folder = await writeFolder({
    'dashboard.yml': `dashboard: shop\nhosts:\n  ${hosts}\ndatasets:\n  plan: { csv: plan.csv }\nendpoints:\n  pie: { component: 3D Pie Chart, dataset: plan, columns: { name: state, value: { count: rows } } }\n`,
    'data/plan.csv': 'state\nopen\n',
    '.secrets.yml': "/wall/key: 'top-secret'\n",
  });
  const dashboard = await loadDashboard(folder);
  const suggester = createSuggester({ dashboard: () => dashboard } as Parameters<typeof createSuggester>[0]);
  return { folder, suggester, propose: (address: string) => suggester.proposeAddress(address) };
};

describe('an address that is pasted into the console', () => {
  test('an address of a host becomes a dataset with `rows` and `columns`, which `check` accepts', async () => {
    const { folder, suggester, propose } = await open();
    const proposal = await propose(`${api.url}/api/v2/search?state=open&tag=a&tag=b&key=other`);
    if ('refusal' in proposal) throw new Error(proposal.refusal);
    expect(proposal).toMatchObject({
      header: ['state', 'user'],
      rows: [
        ['open', 'Li'],
        ['done', ''],
      ],
      rowCount: 2,
      pages: 1,
    });
    expect(proposal.diff).toContain('+  search:\n+    http:\n+      host: tickets\n');
    expect(proposal.diff).not.toContain('secret');
    expect(api.requests.map(({ url }) => url.search)).toEqual(['?state=open&tag=a&tag=b&key=top-secret']);
    expect(await suggester.confirm(proposal.id)).toBeUndefined();
    expect(await readFile(join(folder, 'dashboard.yml'), 'utf8')).toContain(
      '  search:\n    http:\n      host: tickets\n      path: /v2/search\n      query: { state: open, tag: [ a, b ] }\n' +
        '      rows: items\n      columns: { state: state, user: user.name }\n',
    );
    expect((await checkDashboard(folder)).errors).toEqual([]);
    expect(await suggester.confirm(proposal.id)).toEqual({ refusal: expect.stringContaining('no proposed change') });
  });

  test.each([
    ['a text that is no address', 'tickets', 'This is no address'],
    ['an address of another host', 'https://example.com/api?key=abc', 'No host of `hosts`'],
    ['an address above that of the host', '{api}/other', 'No host of `hosts`'],
    ['an address that only begins like the host', '{api}/api2', 'No host of `hosts`'],
    ['an address with a step upwards', '{api}/api/../other', 'No host of `hosts`'],
    ['an address with a secret', '{api}/api/x?access_token=abc', 'access_token looks like a secret.'],
    ['an address that names a secret', '{api}/api/x?q=ssm:/wall/key', 'q looks like a secret.'],
  ])('%s is refused, and nobody is called', async (_, address, refusal) => {
    const { propose } = await open();
    const proposal = await propose(address.replace('{api}', api.url));
    expect(proposal).toEqual({ refusal: expect.stringContaining(refusal) });
    expect(JSON.stringify(proposal)).not.toContain('abc');
    expect(api.requests).toEqual([]);
  });

  test('an answer that is one map becomes a dataset with one row', async () => {
    api.answer(() => ({ json: { name: 'Oslo', main: { temp: -3.5 } } }));
    const { propose } = await open();
    expect(await propose(`${api.url}/api/weather`)).toMatchObject({
      header: ['name', 'temp'],
      rows: [['Oslo', '-3.5']],
      diff: expect.stringContaining('path: /weather, columns: { name: name, temp: main.temp }'),
    });
  });

  test.each([
    ['a host that refuses', { status: 403 }, 'it did not accept the credentials (status 403) (check `auth`'],
    ['an answer without rows', { json: 3 }, 'is a number, not a list of rows'],
    ['a web page', { text: '<html>', headers: { 'content-type': 'text/html' } }, 'a sign-in page?'],
  ])('%s is explained', async (_, answer, refusal) => {
    api.answer(() => answer);
    const { propose } = await open();
    expect(await propose(`${api.url}/api/search`)).toEqual({ refusal: expect.stringContaining(refusal) });
  });
});
