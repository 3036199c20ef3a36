import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { runStart, type StartProcess } from '../start-process.ts';
import type { Browser, ContextOptions, Page } from './browser-types.ts';
import { createFolder, type TestFolder } from './create-folder.ts';
import { waitForAnswers } from './endpoints.ts';
import { openBrowser, openPage, type WatchedPage } from './open-browser.ts';

/** Time limit for marking a broken cell, which a busy machine does late, but always. */
export const MARKED_WITHIN_MS = 120_000;

/** A dashboard folder that is served while the tests of a file run, and the console's page for each test. */
export interface ServedFolder {
  readonly folder: () => TestFolder;
  /** Opens a view of the console. It is closed after the test. */
  readonly open: (path?: string, options?: ContextOptions) => Promise<Page>;
  /** Opens a view, and waits until every endpoint has responded. */
  readonly openAnswered: (path?: string, options?: ContextOptions) => Promise<Page>;
  /** Returns the forbidden things that happened in the page of this test. */
  readonly faults: () => readonly string[];
}

/** Serves a folder for the tests of a file. `prepare` changes its files first. */
export const serveFolder = (prepare: (folder: TestFolder) => Promise<void> = async () => undefined): ServedFolder => {
  let folder: TestFolder;
  let start: StartProcess;
  let browser: Browser;
  let url: string;
  let opened: WatchedPage | undefined;

  beforeAll(async () => {
    folder = await createFolder();
    await prepare(folder);
    start = runStart(['--dashboard', folder.path, '--port', '0']);
    browser = await openBrowser();
    [, url = ''] = await start.printed(/^Console {2}(\S+)$/m);
    await start.printed(/^curl /m);
  });
  afterAll(async () => {
    await browser?.close();
    await start?.stop();
    await folder.remove();
  });
  afterEach(() => opened?.close());

  const open: ServedFolder['open'] = async (path = '', options = {}) => {
    opened = await openPage(browser, url + path, options);
    return opened.page;
  };
  const openAnswered: ServedFolder['openAnswered'] = async (path, options) => {
    const page = await open(path, options);
    await waitForAnswers(page);
    return page;
  };
  return { folder: () => folder, open, openAnswered, faults: () => opened?.faults ?? [] };
};
