import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { runStart, type StartProcess } from '../start-process.ts';
import type { Browser, ContextOptions, Page } from './browser-types.ts';
import { createFolder, type TestFolder } from './create-folder.ts';
import { waitForAnswers } from './endpoints.ts';
import { openBrowser, openPage, type WatchedPage } from './open-browser.ts';

/** Time limit for marking a broken cell, which a busy machine does late, but always. */
export const MARKED_WITHIN_MS = 120_000;

/** The console of a dashboard that is served while the tests of a file run. */
export interface ServedConsole {
  /** Opens a view of the console. It is closed after the test. */
  readonly open: (path?: string, options?: ContextOptions) => Promise<Page>;
  /** Opens a view, and waits until every endpoint has responded. */
  readonly openAnswered: (path?: string, options?: ContextOptions) => Promise<Page>;
  /** Returns the forbidden things that happened in the page of this test. */
  readonly faults: () => readonly string[];
  /** Returns what the command has printed so far. */
  readonly output: () => string;
}

/** Serves a dashboard for the tests of a file. `prepare` makes its folder and returns the path. */
export const serveConsole = (prepare: () => Promise<string>): ServedConsole => {
  let start: StartProcess;
  let browser: Browser;
  let url: string;
  let opened: WatchedPage | undefined;

  beforeAll(async () => {
    start = runStart(['--dashboard', await prepare(), '--port', '0']);
    browser = await openBrowser();
    [, url = ''] = await start.printed(/^Console {2}(\S+)$/m);
    await start.printed(/^curl /m);
  });
  afterAll(async () => {
    await browser?.close();
    await start?.stop();
  });
  afterEach(() => opened?.close());

  const open: ServedConsole['open'] = async (path = '', options = {}) => {
    opened = await openPage(browser, url + path, options);
    return opened.page;
  };
  const openAnswered: ServedConsole['openAnswered'] = async (path, options) => {
    const page = await open(path, options);
    await waitForAnswers(page);
    return page;
  };
  return { open, openAnswered, faults: () => opened?.faults ?? [], output: () => start.output() };
};

/** A dashboard folder of a test, and its console. */
export interface ServedFolder extends ServedConsole {
  readonly folder: () => TestFolder;
}

/** Serves a folder for the tests of a file. `prepare` changes its files first. */
export const serveFolder = (prepare: (folder: TestFolder) => Promise<void> = async () => undefined): ServedFolder => {
  let folder: TestFolder;
  const served = serveConsole(async () => {
    folder = await createFolder();
    await prepare(folder);
    return folder.path;
  });
  afterAll(() => folder.remove());
  return { ...served, folder: () => folder };
};
