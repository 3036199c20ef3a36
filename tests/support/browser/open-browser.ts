import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../../../infra/program/project-root.ts';
import type { Browser, ContextOptions, Page, Playwright } from './browser-types.ts';
import { browserFolder, installBrowser, unpackBrowser } from './install-browser.ts';

/** No sandbox, because the tests may run as root and open only the page under test. */
const ARGUMENTS = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'];

const hasPackage = process.platform === 'linux' && process.arch === 'x64';

/** Starts the installed browser, or the Chrome of this machine if there is no package for this platform. */
export const openBrowser = async (): Promise<Browser> => {
  await installBrowser();
  const { chromium } = createRequire(join(browserFolder, 'package.json'))('playwright-core') as Playwright;
  if (!hasPackage) return chromium.launch({ channel: 'chrome' });
  return chromium.launch({ args: ARGUMENTS, ...(await unpackBrowser()) });
};

export interface WatchedPage {
  readonly page: Page;
  /** Errors on the page's console, violations of its policy, errors of its scripts, and requests to other machines. */
  readonly faults: readonly string[];
  readonly close: () => Promise<void>;
}

const isLocal = (url: string): boolean => /^(data:|blob:|http:\/\/127\.0\.0\.\d+:)/.test(url);

/** Time limit for each step in a page. Playwright's default, 30 s, is too short on a busy machine. */
const STEP_TIMEOUT_MS = 300_000;

/** Opens a page in a browser context of its own. The language is English unless another locale is given. */
export const openPage = async (browser: Browser, url: string, options: ContextOptions = {}): Promise<WatchedPage> => {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    if (!isLocal(request.url())) faults.push(`asked ${request.url()}`);
  });
  await page.goto(url);
  return { page, faults, close: () => context.close() };
};

const screenshots = join(projectRoot, 'dist', 'screenshots');

export const screenshotOf = (name: string): string => join(screenshots, `${name}.png`);

/** Screenshots cost more time than many tests. */
const keepsScreenshots = process.env.SCREENSHOTS !== undefined || process.env.UPDATE_PICTURES !== undefined;

/** Saves a screenshot in dist/screenshots, if the user wants it. */
export const keepScreenshot = async (page: Page, name: string, fullPage = false): Promise<void> => {
  if (!keepsScreenshots) return;
  await mkdir(screenshots, { recursive: true });
  await page.screenshot({ path: screenshotOf(name), fullPage });
};
