import type { ChosenValues } from '../../protocol/protocol.ts';
import { words } from '../words/words.ts';
import { createCurl, sendToken } from './api.ts';
import type { EndpointRequests } from './endpoint-requests.ts';
import { createMapActions, type MapActions } from './map-actions.ts';
import { createNotices, type Notices } from './notices.ts';
import { askOf, type Settings, type Store, writeSettings } from './state.ts';
import { createSuggestionActions, type SuggestionActions } from './suggestion-actions.ts';
import { createWallActions, type WallActions } from './wall.ts';

/** True for a file that is tried as a map, not as a table. */
const isMapFile = ({ name }: File): boolean => /\.(geo|topo)?json$/i.test(name);

/**
 * Age up to which the curl command of the last request is copied. Its digest is valid for five minutes, so at least
 * four minutes are left.
 */
const FRESH_CURL_MS = 60_000;

/** The actions of the user. */
export interface Actions extends SuggestionActions, MapActions, WallActions {
  /** Opens a chosen or dropped file: as a map if its name ends in `json`, and as a table otherwise. */
  readonly takeFile: (file: File) => void;
  readonly choose: (settings: Partial<Settings>) => void;
  readonly refreshNow: () => void;
  readonly copyUrl: (url: string) => void;
  readonly copyCurl: (slug: string) => void;
  readonly open: (slug: string | undefined) => void;
  readonly useToken: (token: string) => void;
  /** Chooses the value of a parameter. An empty text is not sent. */
  readonly chooseValue: (slug: string, name: string, value: string) => void;
}

/** Returns the curl command of the last request while its digest is fresh, or else a new one. */
const curlOf = (store: Store, slug: string): string | Promise<string> => {
  const { results } = store.get();
  const last = results.get(slug);
  const isFresh = last !== undefined && Date.now() - last.askedAt < FRESH_CURL_MS;
  return isFresh ? last.curl : createCurl(askOf(store.get(), slug));
};

const choose = (store: Store, requests: EndpointRequests, chosen: Partial<Settings>): void => {
  const settings = { ...store.get().settings, ...chosen };
  store.set({ settings });
  history.replaceState(null, '', location.pathname + writeSettings(settings));
  if (chosen.timePeriod !== undefined) requests.sendAll();
};

const chooseValue = (store: Store, requests: EndpointRequests, slug: string, chosen: ChosenValues): void => {
  const { values = new Map<string, ChosenValues>(), results } = store.get();
  const others = new Map(results);
  others.delete(slug);
  store.set({ values: new Map(values).set(slug, { ...values.get(slug), ...chosen }), results: others });
  requests.send([slug], true);
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
  const chooseNow: Actions['choose'] = (settings) => choose(store, requests, settings);
  const files = createSuggestionActions(store, notices);
  const maps = createMapActions(store, notices.notify);
  return {
    ...files,
    ...maps,
    takeFile: (file) => (isMapFile(file) ? maps.useMap(file) : files.tryFile(file)),
    ...createWallActions(store, chooseNow),
    choose: chooseNow,
    refreshNow: requests.sendAll,
    copyUrl: (url) => void copy(url),
    copyCurl: (slug) => void copy(curlOf(store, slug)),
    open: (slug) => store.set({ opened: slug ?? '' }),
    useToken: (token) => void useToken(token, requests, notices),
    chooseValue: (slug, name, value) => chooseValue(store, requests, slug, { [name]: value }),
  };
};
