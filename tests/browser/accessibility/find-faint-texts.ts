import { readFile } from 'node:fs/promises';
import { inPage, type Page } from '../browser-types.ts';

const SCRIPT = new URL('./contrast-in-page.js', import.meta.url);

/** Finds faint texts in the part of the page that is in view. */
const findInView = async (page: Page, steps: string): Promise<readonly string[]> => {
  const texts = await page.evaluate(inPage<object[]>(`${steps}.collect()`));
  await page.evaluate(inPage(`${steps}.hide(true)`));
  const png = await page.screenshot({});
  await page.evaluate(inPage(`${steps}.hide(false)`));
  const argumentsText = `${JSON.stringify(texts)}, '${png.toString('base64')}'`;
  return page.evaluate(inPage<Promise<readonly string[]>>(`${steps}.compare(${argumentsText})`));
};

/**
 * Finds texts whose contrast is below that of WCAG 2 AA: 4.5, or 3 for large text. Scrolls through the page, unless a dialog
 * covers it.
 */
export const findFaintTexts = async (page: Page): Promise<readonly string[]> => {
  const source = await readFile(SCRIPT, 'utf8');
  const steps = source.slice(source.indexOf('({')).replace(/;\s*$/, '');
  const height = await page.evaluate(
    inPage<number>(`document.querySelector('dialog[open]') ? 0 : document.documentElement.scrollHeight - innerHeight`),
  );
  const step = await page.evaluate(inPage<number>('innerHeight'));
  const faint = new Set<string>();
  for (let top = 0; top < height + step; top += step) {
    await page.evaluate(inPage(`scrollTo(0, ${top})`));
    for (const text of await findInView(page, steps)) faint.add(text);
  }
  await page.evaluate(inPage('scrollTo(0, 0)'));
  return [...faint];
};
