import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { keepScreenshot } from '../support/browser/open-browser.ts';
import { serveFolder } from '../support/browser/serve-folder.ts';
import { type Api, startApi } from '../support/http/start-api.ts';

let api: Api;
const { faults, folder, openAnswered } = serveFolder(async ({ path, write }) => {
  api = await startApi(() => ({ json: { items: [{ state: 'open', user: { name: 'Li' } }, { state: 'done' }] } }));
  const definition = await readFile(join(path, 'dashboard.yml'), 'utf8');
  const hosts = `hosts:\n  tickets: { url: '${api.url}/api', plain: true, auth: { bearer: ssm:/wall/key } }\n`;
  await write('dashboard.yml', definition.replace('endpoints:\n', `${hosts}endpoints:\n`));
  await write('.secrets.yml', `${await readFile(join(path, '.secrets.yml'), 'utf8')}\n/wall/key: 'top-secret'\n`);
});
afterAll(() => api.close());

test('an address of a host is asked, shown as rows, and added as a dataset once the user confirms it', async () => {
  const page = await openAnswered();
  const field = page.getByRole('textbox', { name: 'or paste an address of an API in hosts' });
  await field.fill(`${api.url}/api/search?state=open`);
  await page.getByRole('button', { name: 'Ask' }).click();
  const found = page.locator('.fits');
  await found.locator('.summary').waitFor();
  expect(await found.locator('.summary').innerText()).toMatch(/^2 rows, 1 page, \d+ bytes$/);
  expect(await found.locator('.answer td').allInnerTexts()).toEqual(['open', 'Li', 'done', '']);
  expect(await page.content()).not.toContain('top-secret');
  await keepScreenshot(page, 'address', true);
  await found.getByRole('button', { name: 'Add now' }).click();
  await found.waitFor({ state: 'detached' });
  expect(await readFile(join(folder().path, 'dashboard.yml'), 'utf8')).toContain('      rows: items\n');
  expect(faults()).toEqual([]);
});

test('the page explains in Chinese why an address is not asked', async () => {
  const page = await openAnswered('', { locale: 'zh-CN' });
  const field = page.getByRole('textbox', { name: '或粘贴 hosts 中某个 API 的地址' });
  await field.fill('https://example.com/api');
  await field.press('Enter');
  const alert = page.locator('.fits [role=alert]');
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(/^dashboard\.yml 的 hosts 中没有此地址的主机。/);
});
