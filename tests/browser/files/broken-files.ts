import { describe, expect, test } from '@jest/globals';
import { paymentsWith, pieWith, totalsWith, visitsWith } from '../../../infra/lab/browser/create-folder.ts';
import { tileOf, waitForStatus } from '../../../infra/lab/browser/endpoints.ts';
import { keepScreenshot } from '../../../infra/lab/browser/open-browser.ts';
import { MARKED_WITHIN_MS, type ServedFolder } from '../../../infra/lab/browser/serve-folder.ts';

interface Break {
  readonly slug: string;
  readonly file: string;
  readonly broken: string | Buffer;
  readonly mended: string | Buffer;
  readonly cell: string;
  readonly line: number;
}

const breaks: Readonly<Record<string, Break>> = {
  'of one table': {
    slug: 'traffic-share',
    file: 'data/traffic.csv',
    broken: pieWith('24x'),
    mended: pieWith('24.2'),
    cell: '24x',
    line: 3,
  },
  'in GB18030': {
    slug: 'payments',
    file: 'data/payments.csv',
    broken: paymentsWith(Buffer.from('d2bbb0d9', 'hex')),
    mended: paymentsWith(Buffer.from('80')),
    cell: '一百',
    line: 3,
  },
  'of one of several tables': {
    slug: 'flow',
    file: 'data/visits.csv',
    broken: visitsWith('twenty'),
    mended: visitsWith('20'),
    cell: 'twenty',
    line: 2,
  },
  'of a JSON document': {
    slug: 'totals',
    file: 'data/totals.json',
    broken: totalsWith('"24x"'),
    mended: totalsWith('24.2'),
    cell: '24x',
    line: 4,
  },
  'whose quote is never closed': {
    slug: 'traffic-share',
    file: 'data/traffic.csv',
    broken: pieWith('"24.2'),
    mended: pieWith('24.2'),
    cell: '"24.2,,',
    line: 3,
  },
  'that breaks a rule of the body': {
    slug: 'gauge',
    file: 'data/gauge.csv',
    broken: 'percent\n140\n',
    mended: 'percent\n62\n',
    cell: '140',
    line: 2,
  },
};

/** Tests that the page marks what is wrong in a file, and that the mark goes away. */
export const testBrokenFiles = ({ folder, openAnswered, share, faults }: ServedFolder): void => {
  describe('a file that is broken while the page is open', () => {
    test.each(Object.entries(breaks))(
      'the console marks the faulty cell %s until the file is repaired',
      async (_, breakage) => {
        const page = await share();
        const tile = tileOf(page, breakage.slug);
        await folder().write(breakage.file, breakage.broken);
        await tile.locator(`mark:has-text(${JSON.stringify(breakage.cell)})`).waitFor({ timeout: MARKED_WITHIN_MS });
        expect(await tile.getAttribute('data-status')).toBe('failed');
        expect(await tile.locator('mark').allInnerTexts()).toEqual([breakage.cell]);
        expect(await tile.innerText()).toContain(`line ${breakage.line}`);
        await keepScreenshot(page, `broken-${breakage.slug}`);
        await folder().write(breakage.file, breakage.mended);
        await waitForStatus(page, breakage.slug, 'drawn', MARKED_WITHIN_MS);
        expect(await tile.locator('mark').count()).toBe(0);
        expect(faults()).toEqual([]);
      },
    );

    test('the console shows the faulty cell without scrolling on a narrow screen', async () => {
      const page = await openAnswered('', { viewport: { width: 390, height: 844 } });
      const tile = tileOf(page, 'traffic-share');
      await folder().write(
        'data/traffic.csv',
        `name,value,score,pv\n${'A long name of a source '.repeat(3)},1,92.1,many\n`,
      );
      await waitForStatus(page, 'traffic-share', 'failed', MARKED_WITHIN_MS);
      expect(await tile.locator('figure th[scope=row]').allInnerTexts()).toContain('2');
      const [mark, box] = [await tile.locator('mark').boundingBox(), await tile.boundingBox()];
      expect((mark?.x ?? 0) + (mark?.width ?? 0)).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0));
      await keepScreenshot(page, 'narrow-mark');
      await folder().write('data/traffic.csv', pieWith('24.2'));
      await waitForStatus(page, 'traffic-share', 'drawn', MARKED_WITHIN_MS);
    });

    test('the console marks the line of the first row beyond the row limit', async () => {
      const page = await share();
      const tile = tileOf(page, 'gauge');
      await folder().write('data/gauge.csv', 'percent\n62\n63\n');
      // An endpoint may read the file while it is still empty, which fails with another mark.
      await tile.locator('mark:has-text("3")').waitFor({ timeout: MARKED_WITHIN_MS });
      expect(await tile.locator('mark').allInnerTexts()).toEqual(['3']);
      expect(await tile.innerText()).toContain('line 3');
      await keepScreenshot(page, 'too-many-rows');
      await folder().write('data/gauge.csv', 'percent\n62\n');
      await waitForStatus(page, 'gauge', 'drawn', MARKED_WITHIN_MS);
    });

    test('the console marks a stale response, with its age, the reason and the faulty cell', async () => {
      const page = await share();
      const tile = tileOf(page, 'kept');
      await folder().write('data/kept.csv', pieWith('24x'));
      await waitForStatus(page, 'kept', 'stale', MARKED_WITHIN_MS);
      expect(await tile.innerText()).toMatch(/stale: \d+ s old/);
      expect(await tile.innerText()).toMatch(/TABLE_CELL/);
      expect(await tile.locator('mark').allInnerTexts()).toEqual(['24x']);
      expect(await tile.locator('[data-picture]').count()).toBe(1);
      await keepScreenshot(page, 'stale');
      await folder().write('data/kept.csv', pieWith('24.2'));
      await waitForStatus(page, 'kept', 'drawn', MARKED_WITHIN_MS);
    });
  });
};
