import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { inPage } from '../../../infra/lab/browser/browser-types.ts';
import { pieWith } from '../../../infra/lab/browser/create-folder.ts';
import { waitForStatus } from '../../../infra/lab/browser/endpoints.ts';
import { keepScreenshot } from '../../../infra/lab/browser/open-browser.ts';
import type { ServedFolder } from '../../../infra/lab/browser/serve-folder.ts';

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** Tests what the page proposes for a file of the user. */
export const testTriedFiles = ({ folder, openAnswered, share, faults }: ServedFolder): void => {
  describe('a CSV file that the user drops on the page', () => {
    afterEach(async () => {
      const results = (await share()).locator('.fits');
      if ((await results.count()) === 0) return;
      await results.getByRole('button', { name: 'Close' }).click();
      await results.waitFor({ state: 'detached' });
    });

    test('the components that a CSV file fits are drawn from it, each with its lines of dashboard.yml', async () => {
      const page = await share();
      await page.locator('input[type="file"]').setInputFiles(csv('shares.csv', pieWith('24.2')));
      const fit = page.locator('[data-fit="3D Pie Chart"]');
      await fit.waitFor();
      expect(await fit.locator('[data-picture] svg').count()).toBeGreaterThan(0);
      expect(await fit.innerText()).toContain('component: 3D Pie Chart');
      expect(await fit.innerText()).toContain('csv: shares.csv');
      expect(await page.locator('[data-fit="World Map"]').count()).toBe(0);
      await keepScreenshot(page, 'fit', true);
      expect(faults()).toEqual([]);
    });

    test('the line and cell to change are shown for components that a CSV file nearly fits, and earlier results disappear', async () => {
      const page = await share();
      const input = page.locator('input[type="file"]');
      await input.setInputFiles(csv('shares.csv', pieWith('24.2')));
      await page.locator('[data-fit="3D Pie Chart"]').waitFor();
      await input.setInputFiles(csv('shares.csv', pieWith('24x')));
      const miss = page.locator('[data-fit-miss="3D Pie Chart"]');
      await miss.waitFor();
      expect(await miss.innerText()).toContain('line 3');
      expect(await miss.locator('mark').allInnerTexts()).toEqual(['24x']);
      expect(await page.locator('[data-fit="3D Pie Chart"]').count()).toBe(0);
    });

    test('a CSV file may be dropped anywhere on the page', async () => {
      const page = await share();
      await page.evaluate(
        inPage(`(() => {
          const files = new DataTransfer();
          files.items.add(new File([${JSON.stringify(pieWith('1'))}], 'dropped.csv', { type: 'text/csv' }));
          for (const type of ['dragenter', 'dragover', 'drop'])
            document.querySelector('footer').dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));
        })()`),
      );
      await page.locator('[data-fit="3D Pie Chart"]').waitFor();
    });

    test('a CSV file becomes an endpoint once the user has seen and confirmed the change of dashboard.yml', async () => {
      const page = await share();
      await page.locator('input[type="file"]').setInputFiles(csv('new shares.csv', pieWith('50')));
      const fit = page.locator('[data-fit="3D Pie Chart"]');
      await fit.getByRole('button', { name: 'Add to dashboard.yml' }).click();
      await fit.locator('.diff').waitFor();
      expect(await fit.locator('.diff').innerText()).toMatch(/^\+ {2}new-shares: /m);
      expect(await readFile(join(folder().path, 'dashboard.yml'), 'utf8')).not.toContain('new-shares');
      await keepScreenshot(page, 'add');
      await fit.getByRole('button', { name: 'Add now' }).click();
      await waitForStatus(page, 'new-shares', 'drawn');
      const text = await readFile(join(folder().path, 'dashboard.yml'), 'utf8');
      expect(text).toContain('\n# a comment that stays\n');
      expect(await readFile(join(folder().path, 'data/new shares.csv'), 'utf8')).toBe(pieWith('50'));
    });

    test.each([
      ['en-US', 'Add to dashboard.yml', 'the map of China does not know Bejing'],
      ['zh-CN', '添加到 dashboard.yml', '中国地图中没有 Bejing'],
    ])(
      'the warnings of check about a proposed endpoint are shown before the user adds it: %s',
      async (locale, add, said) => {
        const page = await openAnswered('', { locale });
        const provinces = 'name,value\n北京,1\n上海,2\nBejing,3\n';
        await page.locator('input[type="file"]').setInputFiles(csv('provinces.csv', provinces));
        const fit = page.locator('[data-fit="Map"]');
        await fit.getByRole('button', { name: add }).click();
        await fit.locator('.diff').waitFor();
        expect(await fit.locator('.places').innerText()).toContain(`data/provinces.csv:4:1 ${said}`);
        await keepScreenshot(page, `add-warning-${locale}`);
      },
    );
  });
};
