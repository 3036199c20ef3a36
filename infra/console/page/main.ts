import { render } from 'lit-html';
import type { ConsoleEvent } from '../protocol/protocol.ts';
import { loadMap } from './draw/draw-live.ts';
import { createActions } from './state/actions.ts';
import { readDashboard, readGallery } from './state/api.ts';
import { base } from './state/base.ts';
import { createEndpointRequests } from './state/endpoint-requests.ts';
import { createStore, readSettings, type State, type View } from './state/state.ts';
import { initialWall, measureByCanvas, runWall } from './state/wall.ts';
import { page } from './views/page.ts';
import { clearSheets, drawSheets } from './views/share-wall.ts';
import { language, words } from './words/words.ts';

/**
 * Listens for changes of the dashboard folder. The browser reconnects by itself when the console is started again.
 * Returns a function that connects again at once, because a browser may not notice that a network was lost.
 */
const listen = (onEvent: (event: ConsoleEvent) => void, onConnected: (isConnected: boolean) => void): (() => void) => {
  let source: EventSource | undefined;
  const connect = (): void => {
    source?.close();
    source = new EventSource(`${base}/api/events`);
    source.addEventListener('message', ({ data }) => onEvent(JSON.parse(data) as ConsoleEvent));
    source.addEventListener('open', () => onConnected(true));
    source.addEventListener('error', () => onConnected(false));
  };
  connect();
  return connect;
};

/** A file without a drag event for this time counts as dragged away from the page. */
const LEFT_AFTER_MS = 300;

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

const takeDrops = (onFile: (file: File) => void, onDragging: (isDropping: boolean) => void): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    clearTimeout(timer);
    onDragging(false);
  };
  const over = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    clearTimeout(timer);
    onDragging(true);
    timer = setTimeout(end, LEFT_AFTER_MS);
  };
  document.addEventListener('dragenter', over);
  document.addEventListener('dragover', over);
  document.addEventListener('drop', (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    end();
    onFile(file);
  });
};

const VIEWS: Readonly<Record<string, View>> = { '/wall': 'wall', '/gallery': 'gallery' };

const root = document.querySelector('#page') as HTMLElement;

const initial: State = {
  view: base === '' ? (VIEWS[location.pathname] ?? 'dashboard') : 'wall',
  results: new Map(),
  ownMaps: {},
  settings: readSettings(location.search),
  isConnected: true,
  wall: initialWall(),
};

const store = createStore(initial, (state) => render(page(state, actions), root));
const requests = createEndpointRequests(store);
const actions = createActions(store, requests);

/** Sends requests to endpoints that are new or have changed. */
const load = async (isRedefined: boolean): Promise<void> => {
  if (initial.view === 'gallery') return;
  const before = new Map(store.get().info?.endpoints.map((one) => [one.slug, JSON.stringify(one)]));
  const info = await readDashboard();
  store.set({ info });
  const changed = info.endpoints.filter((one) => isRedefined || before.get(one.slug) !== JSON.stringify(one));
  requests.send(changed.map(({ slug }) => slug));
};

/** Loads the dashboard as `load` does. Without a connection, the page goes on with what it shows. */
const refresh = async (isRedefined: boolean): Promise<void> => {
  try {
    await load(isRedefined);
  } catch {
    store.set({ isConnected: false });
  }
};

const RETRY_MS = 5000;

/** True from the loss of the connection until the page listens for events again. */
let isLost = false;

const recover = (): void => {
  const { isConnected, info } = store.get();
  if (isConnected && isLost) connect();
  if (!info || (isConnected && isLost)) void refresh(false);
  isLost = !isConnected;
};

const poll = (): void => {
  const { info, settings } = store.get();
  setTimeout(() => {
    if (initial.view !== 'gallery') recover();
    if (settings.isPolling && !document.hidden && initial.view !== 'gallery') requests.sendAll();
    poll();
  }, info?.refreshMs ?? RETRY_MS);
};

document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
document.title = `Wallfeed ${base === '' ? words.console : words.wall}`;
measureByCanvas();
actions.restoreMaps();
if (initial.view === 'wall') runWall(store, actions, actions.choose, loadMap('world'));
if (initial.view === 'wall') {
  addEventListener('beforeprint', () => drawSheets(store.get()));
  addEventListener('afterprint', clearSheets);
}
if (base === '')
  takeDrops(actions.takeFile, (isDropping) => {
    if (store.get().isDropping !== isDropping) store.set({ isDropping });
  });
const connect = listen(
  (event) => {
    if (event.kind === 'dashboard') void refresh(event.isRedefined);
    else if (event.paths.some((path) => path.startsWith('maps/'))) actions.useFolderMaps();
    else requests.send(event.endpoints, true);
  },
  (isConnected) => {
    if (isConnected && !store.get().isConnected) void refresh(true);
    store.set({ isConnected });
  },
);
if (initial.view === 'gallery') store.set({ gallery: await readGallery(), info: await readDashboard() });
else await refresh(true);
poll();
