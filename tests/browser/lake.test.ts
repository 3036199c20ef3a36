import { expect, test } from '@jest/globals';
import { prepareLake } from '../../infra/dashboards/lake/generate/refresh-lake.ts';
import { countStatuses, waitForDrawn } from '../support/browser/endpoints.ts';
import { keepScreenshot } from '../support/browser/open-browser.ts';
import { serveConsole } from '../support/browser/serve-folder.ts';

const served = serveConsole(prepareLake);

test('the console draws all ten endpoints of the dashboard over a data lake', async () => {
  const page = await served.open('?poll=off');
  await waitForDrawn(page);
  expect(await countStatuses(page)).toEqual({ drawn: 10 });
  await keepScreenshot(page, 'lake', true);
  expect(served.faults()).toEqual([]);
  expect(served.output()).toContain('Athena is emulated by DuckDB');
});
