import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, inPage, type Page, type Protocol } from '../../../tests/support/browser/browser-types.ts';
import { openPage } from '../../../tests/support/browser/open-browser.ts';
import { SCREENS, type Screen, waitForFrames, waitForPage } from './measure-walls.ts';
import type { SampleServer } from './serve-samples.ts';

/** After the garbage of the page was collected. */
export interface Held {
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

const ENDPOINTS = 9;
const REFRESH_MS = 20;
const LOOK_MS = 100;
/** A hidden page without a response for this time has sent its last request. */
const REST_MS = 1_000;
const BYTES_IN_MB = 1_000_000;

/** Collects garbage twice: the first collection does not free what is in use while it runs. */
const readHeld = async (protocol: Protocol): Promise<Held> => {
  for (let time = 0; time < 2; time += 1) {
    await delay(LOOK_MS);
    await protocol.send('HeapProfiler.collectGarbage');
  }
  const { usedSize } = (await protocol.send('Runtime.getHeapUsage')) as { usedSize: number };
  const counted = (await protocol.send('Memory.getDOMCounters')) as { nodes: number; jsEventListeners: number };
  return { heapMb: usedSize / BYTES_IN_MB, nodes: counted.nodes, listeners: counted.jsEventListeners };
};

const waitForRefreshes = async (server: SampleServer, count: number): Promise<void> => {
  while (server.responses() < count * ENDPOINTS) await delay(LOOK_MS);
};

/** Sets whether a page's script finds the page hidden. A hidden page sends no requests by itself. */
const hide = (page: Page, isHidden: boolean): Promise<unknown> =>
  page.evaluate(inPage(`void Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })`));

/** Waits until the page no longer draws, because a page that draws always holds garbage. */
const rest = async (page: Page, server: SampleServer): Promise<void> => {
  await hide(page, true);
  for (let before = -1; before < server.responses(); await delay(REST_MS)) before = server.responses();
  await waitForFrames(page);
};

const measure = async (page: Page, server: SampleServer, refreshes: readonly number[]): Promise<readonly Held[]> => {
  const protocol = await page.context().newCDPSession(page);
  const held: Held[] = [];
  for (const count of refreshes) {
    await waitForRefreshes(server, count);
    await rest(page, server);
    held.push(await readHeld(protocol));
    await hide(page, false);
  }
  return held;
};

/** Measures what a wall holds after each of these numbers of refreshes. The refreshes follow one another closely. */
export const measureMemory = async (
  browser: Browser,
  server: SampleServer,
  refreshes: readonly number[],
): Promise<readonly Held[]> => {
  server.show({ count: ENDPOINTS, names: 'long', refreshMs: REFRESH_MS });
  const { page, close } = await openPage(browser, `${server.url}wall`, { viewport: SCREENS[0] as Screen });
  try {
    await waitForPage(page, 1);
    return await measure(page, server, refreshes);
  } finally {
    await close();
  }
};
