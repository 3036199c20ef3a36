import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SECRET } from '../../../infra/lab/browser/create-folder.ts';
import { countStatuses, readClipboard, tileOf, waitForStatus } from '../../../infra/lab/browser/endpoints.ts';
import { keepScreenshot } from '../../../infra/lab/browser/open-browser.ts';
import type { ServedFolder } from '../../../infra/lab/browser/serve-folder.ts';
import { runServer, type StartProcess } from '../../../infra/lab/start-process.ts';

/** Tests the console of a deployed dashboard. The local stack stands in place of a deployed one. */
export const testDeployed = ({ folder, base, share, faults }: ServedFolder): void => {
  describe('the console of a deployed dashboard', () => {
    let consoleProcess: StartProcess;
    let url: string;

    beforeAll(async () => {
      consoleProcess = runServer('console', ['--base', base(), '--dashboard', folder().path]);
      [, url = ''] = await consoleProcess.printed(/^Console {2}(\S+)$/m);
    });
    afterAll(() => consoleProcess?.stop());

    test('the console of a deployed dashboard asks for the token, and draws every endpoint with it', async () => {
      const page = await share({}, url);
      expect(await tileOf(page, 'traffic-share').innerText()).toContain('TOKEN_MISSING');
      await page.locator('input[type="password"]').fill(SECRET);
      await page.getByRole('button', { name: 'Use token' }).click();
      await waitForStatus(page, 'traffic-share', 'drawn');
      await page.locator('[data-status="failed"]').first().waitFor({ state: 'detached' });
      expect(await countStatuses(page)).toEqual({ drawn: 8, empty: 1 });
      await keepScreenshot(page, 'deployed');
      expect(faults()).toEqual([]);
    });

    test('a token that the user typed into the console appears in no page, URL or copied command, and a reload does not ask for the token again', async () => {
      const page = await share({}, url);
      await tileOf(page, 'traffic-share').getByRole('button', { name: 'Copy curl' }).click();
      await page.locator('.notice:text("Copied")').waitFor();
      expect(await readClipboard(page)).toMatch(/"token":"[0-9a-f]{32}"/);
      expect((await readClipboard(page)) + (await page.content()) + page.url()).not.toContain(SECRET);
      await page.reload();
      await waitForStatus(page, 'traffic-share', 'drawn');
      expect(await page.locator('input[type="password"]').count()).toBe(0);
    });

    test('the console of a deployed dashboard offers the lines of a new endpoint to copy, and does not add them to dashboard.yml', async () => {
      const page = await share({}, url);
      await page.locator('input[type="file"]').setInputFiles({
        name: 'shares.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('name,value,score,pv\nA,1,,\n'),
      });
      const fit = page.locator('[data-fit="3D Pie Chart"]');
      await fit.waitFor();
      expect(await fit.getByRole('button', { name: 'Copy YAML' }).count()).toBe(1);
      expect(await fit.getByRole('button', { name: 'Add to dashboard.yml' }).count()).toBe(0);
    });
  });
};
