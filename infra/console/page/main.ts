import { render } from 'lit-html';
import { createActions } from './actions.ts';
import { readDashboard, readGallery } from './api.ts';
import { takeDrops } from './drop.ts';
import { createEndpointRequests } from './endpoint-requests.ts';
import { listen } from './listen.ts';
import { readSettings } from './settings.ts';
import { createStore, type State, type View } from './state.ts';
import { page } from './views/page.ts';
import { language } from './words/words.ts';

const VIEWS: Readonly<Record<string, View>> = { '/wall': 'wall', '/gallery': 'gallery' };

const root = document.querySelector('#page') as HTMLElement;

const initial: State = {
  view: VIEWS[location.pathname] ?? 'dashboard',
  results: new Map(),
  settings: readSettings(location.search),
  isConnected: true,
};

const store = createStore(initial, (state) => render(page(state, actions), root));
const requests = createEndpointRequests(store);
const actions = createActions(store, requests);

/** Reads the dashboard, and sends requests to endpoints that are new or have changed. */
const load = async (isRedefined: boolean): Promise<void> => {
  if (initial.view === 'gallery') return;
  const before = new Map(store.get().info?.endpoints.map((one) => [one.slug, JSON.stringify(one)]));
  const info = await readDashboard();
  store.set({ info });
  const changed = info.endpoints.filter((one) => isRedefined || before.get(one.slug) !== JSON.stringify(one));
  requests.send(changed.map(({ slug }) => slug));
};

const poll = (): void => {
  const { info, settings } = store.get();
  setTimeout(() => {
    if (settings.isPolling && !document.hidden && initial.view !== 'gallery') requests.sendAll();
    poll();
  }, info?.refreshMs);
};

document.documentElement.lang = language;
actions.restoreMap();
takeDrops(actions.takeFile, (isDropping) => {
  if (store.get().isDropping !== isDropping) store.set({ isDropping });
});
listen(
  (event) => {
    if (event.kind === 'dashboard') void load(event.isRedefined);
    else requests.send(event.endpoints, true);
  },
  (isConnected) => {
    if (isConnected && !store.get().isConnected) void load(true);
    store.set({ isConnected });
  },
);
if (initial.view === 'gallery') store.set({ gallery: await readGallery(), info: await readDashboard() });
else await load(true);
poll();
