import { inPage, type Locator, type Page } from './browser-types.ts';

/** Playwright's default would check, and draw, every frame. */
const LOOK_MS = 100;

export const waitUntil = (page: Page, expression: string): Promise<unknown> =>
  page.waitForFunction(inPage(expression), undefined, { polling: LOOK_MS });

export const waitForAnswers = (page: Page): Promise<unknown> =>
  waitUntil(page, `document.querySelector('[data-endpoint]') && !document.querySelector('[data-status="pending"]')`);

/** On a busy machine, a first response may be a timeout. */
const MAX_RELOADS = 3;

/** Waits until every endpoint has responded, and is drawn unless it fails again and again. */
export const waitForDrawn = async (page: Page): Promise<void> => {
  await waitForAnswers(page);
  for (let count = 0; count < MAX_RELOADS; count += 1) {
    if ((await page.locator('[data-endpoint]:not([data-status="drawn"])').count()) === 0) return;
    await page.reload();
    await waitForAnswers(page);
  }
};

export const tileOf = (page: Page, slug: string): Locator => page.locator(`[data-endpoint="${slug}"]`);

/** Waits until an endpoint has the given status. An error contains what the tile shows instead. */
export const waitForStatus = async (page: Page, slug: string, status: string, timeout?: number): Promise<void> => {
  try {
    await page.locator(`[data-endpoint="${slug}"][data-status="${status}"]`).waitFor({ timeout });
  } catch (error) {
    const shown = await tileOf(page, slug).innerText();
    throw new Error(`${slug} is not ${status}; its tile shows:\n${shown}`, { cause: error });
  }
};

export const countStatuses = async (page: Page): Promise<Readonly<Record<string, number>>> => {
  const statuses = await page.evaluate(
    inPage<readonly string[]>(`[...document.querySelectorAll('[data-endpoint]')].map((one) => one.dataset.status)`),
  );
  return Object.fromEntries(
    Map.groupBy(statuses, (status) => status)
      .entries()
      .map(([status, tiles]) => [status, tiles.length]),
  );
};

const CLIPBOARD = 'navigator.clipboard.readText()';

/** Returns the text. The page may still say so of an earlier text. */
export const waitForCopied = async (page: Page, pattern: RegExp): Promise<string> => {
  await page.locator('.notice:text("Copied")').waitFor();
  await waitUntil(page, `${CLIPBOARD}.then((text) => ${pattern}.test(text))`);
  return page.evaluate(inPage<Promise<string>>(CLIPBOARD));
};
