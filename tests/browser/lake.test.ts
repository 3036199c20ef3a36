import { expect, test } from '@jest/globals';
import { prepareLake } from '../../infra/dashboards/lake/generate/refresh-lake.ts';
import { countStatuses } from '../../infra/lab/browser/endpoints.ts';
import { keepScreenshot } from '../../infra/lab/browser/open-browser.ts';
import { serveConsole } from '../../infra/lab/browser/serve-folder.ts';

const served = serveConsole(prepareLake);

test('the console draws all ten endpoints of the dashboard over a data lake', async () => {
  const page = await served.openAnswered();
  // On a busy machine, the first response may be a timeout, until the result of the query is there.
  await page
    .locator('[data-endpoint]:not([data-status="drawn"])')
    .first()
    .waitFor({ state: 'detached', timeout: 300_000 });
  expect(await countStatuses(page)).toEqual({ drawn: 10 });
  await keepScreenshot(page, 'lake', true);
  expect(served.faults()).toEqual([]);
  expect(served.output()).toContain('Athena is emulated by DuckDB');
});
