import { MAX_MAP_BYTES, readGeoJson } from '../../../dashboard/maps/read-geo-json.ts';
import { addOwnMap } from '../../drawing/maps.ts';
import type { ChosenValues } from '../../protocol/protocol.ts';
import { words } from '../words/words.ts';
import { createCurl, readFolderMap, sendToken } from './api.ts';
import type { EndpointRequests } from './endpoint-requests.ts';
import { createNotices, type Notices } from './notices.ts';
import { askOf, type Settings, type Store, writeSettings } from './state.ts';
import { createSuggestionActions, type SuggestionActions } from './suggestion-actions.ts';
import { createWallActions, type WallActions } from './wall.ts';

/** The actions on a map that the user supplies. */
interface MapActions {
  readonly useMap: (file: File) => void;
  /** Draws the provinces as tiles again. */
  readonly leaveMap: () => void;
  readonly closeMapFailure: () => void;
  /** Restores the map that was used before the page was reloaded, or else draws on the map of the dashboard folder. */
  readonly restoreMap: () => void;
}

const STORED = 'wallfeed-map';

/** True for a file that is tried as a map, not as a table. */
const isMapFile = ({ name }: File): boolean => /\.(geo|topo)?json$/i.test(name);

/** Reads the map that this tab has stored. The browser deletes it when the tab is closed. */
const readStored = (): { readonly file: string; readonly text: string } | undefined =>
  JSON.parse(sessionStorage.getItem(STORED) ?? 'null') ?? undefined;

/** Stores a map in this tab. Returns false if the browser has no room for it. */
const store = (file: string, text: string): boolean => {
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ file, text }));
    return true;
  } catch {
    sessionStorage.removeItem(STORED);
    return false;
  }
};

/** Creates the actions on a map. The map stays in the browser and is never sent to the helper. */
const createMapActions = ({ set }: Store, notify: (notice: string) => void): MapActions => {
  const draw = (file: string, text: string): boolean => {
    const read = readGeoJson(text);
    if ('fault' in read) {
      set({ mapFailure: `${file}: ${words.mapFaults[read.fault](read.found)}` });
      return false;
    }
    set({ ownMap: addOwnMap(file, read), mapFailure: undefined });
    return true;
  };
  const useMap = async (file: File): Promise<void> => {
    if (file.size > MAX_MAP_BYTES)
      return set({ mapFailure: `${file.name}: ${words.mapTooLarge(MAX_MAP_BYTES / 1e6)}` });
    const text = await file.text();
    if (draw(file.name, text)) notify(store(file.name, text) ? words.mapUsed : words.mapUsedOnce);
  };
  const useFolderMap = async (): Promise<void> => {
    const text = await readFolderMap('china').catch(() => '');
    if (text !== '') draw('maps/china.json', text);
  };
  return {
    useMap: (file) => void useMap(file),
    leaveMap: () => {
      sessionStorage.removeItem(STORED);
      set({ ownMap: undefined, mapFailure: undefined });
    },
    closeMapFailure: () => set({ mapFailure: undefined }),
    restoreMap: () => {
      const stored = readStored();
      if (stored) draw(stored.file, stored.text);
      else void useFolderMap();
    },
  };
};

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
