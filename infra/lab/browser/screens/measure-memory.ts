import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page, Protocol } from '../browser-types.ts';
import { openPage } from '../open-browser.ts';
import { SCREENS, type Screen, waitForPage } from './measure-walls.ts';
import type { SampleServer } from './serve-samples.ts';

/** The memory, nodes and listeners of a page after its garbage was collected. */
export interface Held {
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

const ENDPOINTS = 9;
const REFRESH_MS = 20;
const LOOK_MS = 100;
const BYTES_IN_MB = 1_000_000;

const readHeld = async (protocol: Protocol): Promise<Held> => {
  await protocol.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await protocol.send('Runtime.getHeapUsage')) as { usedSize: number };
  const counted = (await protocol.send('Memory.getDOMCounters')) as { nodes: number; jsEventListeners: number };
  return { heapMb: usedSize / BYTES_IN_MB, nodes: counted.nodes, listeners: counted.jsEventListeners };
};

const waitForRefreshes = async (server: SampleServer, count: number): Promise<void> => {
  while (server.responses() < count * ENDPOINTS) await delay(LOOK_MS);
};

const measure = async (page: Page, server: SampleServer, refreshes: readonly number[]): Promise<readonly Held[]> => {
  const protocol = await page.context().newCDPSession(page);
  const held: Held[] = [];
  for (const count of refreshes) {
    await waitForRefreshes(server, count);
    held.push(await readHeld(protocol));
  }
  return held;
};

/** Measures what a wall holds after numbers of refreshes, which follow each other at once. */
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
