import { createCurl, sendToken } from './api.ts';
import type { EndpointRequests } from './endpoint-requests.ts';
import { createFitActions, type FitActions } from './fit-actions.ts';
import { createMapActions, isMapFile, type MapActions } from './map-actions.ts';
import { createNotices, type Notices } from './notices.ts';
import { type Settings, writeSettings } from './settings.ts';
import type { Store } from './state.ts';
import { words } from './words/words.ts';

/**
 * Age up to which the curl command of the last request is copied. Its digest is valid for five minutes, so at least
 * four minutes are left.
 */
const FRESH_CURL_MS = 60_000;

/** The actions of the user. */
export interface Actions extends FitActions, MapActions {
  /** Opens a chosen or dropped file: as a map if its name ends in `json`, and as a table otherwise. */
  readonly takeFile: (file: File) => void;
  readonly choose: (settings: Partial<Settings>) => void;
  readonly refreshNow: () => void;
  readonly copyUrl: (url: string) => void;
  readonly copyCurl: (slug: string) => void;
  readonly open: (slug: string | undefined) => void;
  readonly useToken: (token: string) => void;
}

/** Returns the curl command of the last request while its digest is fresh, or else a new one. */
const curlOf = (store: Store, slug: string): string | Promise<string> => {
  const { results, settings } = store.get();
  const last = results.get(slug);
  const isFresh = last !== undefined && Date.now() - last.askedAt < FRESH_CURL_MS;
  return isFresh ? last.curl : createCurl(slug, settings.timePeriod);
};

const choose = (store: Store, requests: EndpointRequests, chosen: Partial<Settings>): void => {
  const settings = { ...store.get().settings, ...chosen };
  store.set({ settings });
  history.replaceState(null, '', location.pathname + writeSettings(settings));
  if (chosen.timePeriod !== undefined) requests.sendAll();
};

const useToken = async (token: string, requests: EndpointRequests, { notify }: Notices): Promise<void> => {
  try {
    await sendToken(token);
    notify(words.tokenKept);
    requests.sendAll();
  } catch (error) {
    notify((error as Error).message);
  }
};

/** Creates the page's actions. */
export const createActions = (store: Store, requests: EndpointRequests): Actions => {
  const notices = createNotices(store);
  const { copy } = notices;
  const files = createFitActions(store, notices);
  const maps = createMapActions(store, notices.notify);
  return {
    ...files,
    ...maps,
    takeFile: (file) => (isMapFile(file) ? maps.useMap(file) : files.tryFile(file)),
    choose: (settings) => choose(store, requests, settings),
    refreshNow: requests.sendAll,
    copyUrl: (url) => void copy(url),
    copyCurl: (slug) => void copy(curlOf(store, slug)),
    open: (slug) => store.set({ opened: slug ?? '' }),
    useToken: (token) => void useToken(token, requests, notices),
  };
};
