import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, inPage, type Page } from '../../infra/lab/browser/browser-types.ts';
import { tileOf, waitForStatus } from '../../infra/lab/browser/endpoints.ts';
import { openBrowser } from '../../infra/lab/browser/open-browser.ts';
import { writeFolder } from '../../infra/lab/folders/write-folder.ts';
import { runStart, type StartProcess } from '../../infra/lab/start-process.ts';

const DASHBOARD = `dashboard: shops
endpoints:
  sums:
    component: Rows
    parameters: { region: { oneOf: [East, West], optional: true } }
    csv: { file: orders.csv, where: { Region: { parameter: region } }, columns: { name: Region, total: { sum: Amount } } }
`;

let start: StartProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const folder = await writeFolder({
    'dashboard.yml': DASHBOARD,
    'data/orders.csv': 'Region,Amount\nEast,1419\nWest,987\n',
  });
  start = runStart(['--dashboard', folder, '--port', '0']);
  browser = await openBrowser();
  const [, address = ''] = await start.printed(/^Console +(http:\S+)/m);
  page = await (await browser.newContext({})).newPage();
  await page.goto(address);
});
afterAll(async () => {
  await browser?.close();
  await start?.stop();
});

/** Waits until the picture of the endpoint has one text and lacks another. */
const waitForPicture = (shown: string, hidden: string): Promise<unknown> =>
  page.waitForFunction(
    inPage(
      `((text) => text.includes('${shown}') && !text.includes('${hidden}'))(document.querySelector('[data-endpoint=sums] [data-picture]')?.textContent ?? '')`,
    ),
  );

test('the console draws the rows of the value that the user chooses for a parameter', async () => {
  await waitForStatus(page, 'sums', 'drawn');
  const choice = tileOf(page, 'sums').locator('select');
  await waitForPicture('West', 'South');
  await choice.selectOption('West');
  await waitForPicture('West', 'East');
  await choice.selectOption('East');
  await waitForPicture('East', 'West');
  expect(await tileOf(page, 'sums').innerText()).toContain('region');
});
