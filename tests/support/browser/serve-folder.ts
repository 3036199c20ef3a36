import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { runStart, type StartProcess } from '../start-process.ts';
import type { Browser, ContextOptions, Page } from './browser-types.ts';
import { createFolder, type TestFolder } from './create-folder.ts';
import { waitForAnswers } from './endpoints.ts';
import { openBrowser, openPage, type WatchedPage } from './open-browser.ts';

/** Marking a broken cell may be slow on a busy machine. */
export const MARKED_WITHIN_MS = 120_000;

export interface ServedConsole {
  /** `path` is a view of the console or another URL. The page is closed after the test. */
  readonly open: (path?: string, options?: ContextOptions) => Promise<Page>;
  /** Waits until every endpoint has responded. */
  readonly openAnswered: (path?: string, options?: ContextOptions) => Promise<Page>;
  /**
   * One page for all tests that do not change it. Waits until every endpoint has responded. `address` is the
   * dashboard's by default.
   */
  readonly share: (options?: ContextOptions, address?: string) => Promise<Page>;
  /** In the page of this test and in the shared pages. */
  readonly faults: () => readonly string[];
  /** The base of the endpoints’ URLs. */
  readonly base: () => string;
  readonly output: () => string;
}

/** Serves a dashboard for the tests of a file. `prepare` makes its folder and returns the path. */
export const serveConsole = (prepare: () => Promise<string>): ServedConsole => {
  let start: StartProcess;
  let browser: Browser;
  let [url, base] = ['', ''];
  let opened: WatchedPage | undefined;
  const shared = new Map<string, Promise<Page>>();
  const sharedFaults: (readonly string[])[] = [];

  beforeAll(async () => {
    start = runStart(['--dashboard', await prepare(), '--port', '0']);
    browser = await openBrowser();
    [, url = ''] = await start.printed(/^Console {2}(\S+)$/m);
    [, base = ''] = await start.printed(/^curl .*'(http:\/\/127\.0\.0\.1:\d+)\//m);
  });
  afterAll(async () => {
    await browser?.close();
    await start?.stop();
  });
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });

  const open: ServedConsole['open'] = async (path = '', options = {}) => {
    opened = await openPage(browser, new URL(path, url).href, options);
    return opened.page;
  };
  const openAnswered: ServedConsole['openAnswered'] = async (path, options) => {
    const page = await open(path, options);
    await waitForAnswers(page);
    return page;
  };
  const openShared = async (options: ContextOptions, address: string): Promise<Page> => {
    const { page, faults: found } = await openPage(browser, address, options);
    sharedFaults.push(found);
    await waitForAnswers(page);
    return page;
  };
  const share: ServedConsole['share'] = (options = {}, address = url) => {
    const key = JSON.stringify([options, address]);
    const page = shared.get(key) ?? openShared(options, address);
    shared.set(key, page);
    return page;
  };
  const faults = (): readonly string[] => [...(opened?.faults ?? []), ...sharedFaults.flat()];
  return { open, openAnswered, share, faults, base: () => base, output: () => start.output() };
};

export interface ServedFolder extends ServedConsole {
  readonly folder: () => TestFolder;
}

/**
 * Serves a folder for the tests of a file. `prepare` changes its files first. What a test changes is restored after it,
 * so that no test depends on another.
 */
export const serveFolder = (prepare: (folder: TestFolder) => Promise<void> = async () => undefined): ServedFolder => {
  let folder: TestFolder;
  let restore: () => Promise<void>;
  const served = serveConsole(async () => {
    folder = await createFolder();
    await prepare(folder);
    restore = await folder.keep();
    return folder.path;
  });
  afterEach(() => restore());
  afterAll(() => folder.remove());
  return { ...served, folder: () => folder };
};
