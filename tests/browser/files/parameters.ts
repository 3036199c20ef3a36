import { expect, test } from '@jest/globals';
import { inPage, type Page } from '../../../infra/lab/browser/browser-types.ts';
import { tileOf, waitForStatus } from '../../../infra/lab/browser/endpoints.ts';
import type { ServedFolder } from '../../../infra/lab/browser/serve-folder.ts';

/** Waits until the picture of the endpoint has one text and lacks another. */
const waitForPicture = (page: Page, shown: string, hidden: string): Promise<unknown> =>
  page.waitForFunction(
    inPage(
      `((text) => text.includes('${shown}') && !text.includes('${hidden}'))(document.querySelector('[data-endpoint=sums] [data-picture]')?.textContent ?? '')`,
    ),
  );

/** Tests the choice of a parameter's value. The folder has an endpoint with a parameter. */
export const testParameters = ({ share }: ServedFolder): void => {
  test('the console draws the rows of the value that the user chooses for a parameter', async () => {
    const page = await share();
    await waitForStatus(page, 'sums', 'drawn');
    const choice = tileOf(page, 'sums').locator('select');
    await waitForPicture(page, 'West', 'South');
    await choice.selectOption('West');
    await waitForPicture(page, 'West', 'East');
    await choice.selectOption('East');
    await waitForPicture(page, 'East', 'West');
    expect(await tileOf(page, 'sums').innerText()).toContain('region');
  });
};
