import type { ChosenValues, Suggestion, SuggestionResult } from '../../protocol/protocol.ts';
import { words } from '../words/words.ts';
import { type AddressActions, createAddressActions } from './address-actions.ts';
import { confirmAdd, createCurl, proposeAdd, sendToken, suggestForDataFile, suggestForDroppedFile } from './api.ts';
import type { EndpointRequests } from './endpoint-requests.ts';
import { createMapActions, type MapActions } from './map-actions.ts';
import { askOf, type Settings, type Store, writeSettings } from './state.ts';
import { createWallActions, type WallActions } from './wall.ts';

/** Copies a text without the clipboard API, which a browser may deny. */
const copySelection = (text: string): void => {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'off-screen';
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error('the browser did not copy');
};

const copyText = async (text: string | Promise<string>): Promise<void> => {
  const copied = typeof text === 'string' ? text : await text;
  try {
    await navigator.clipboard.writeText(copied);
  } catch {
    copySelection(copied);
  }
};

const NOTICE_MS = 2500;

interface Notices {
  notify(notice: string): void;
  copy(text: string | Promise<string>): Promise<void>;
}

const createNotices = (store: Store): Notices => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const notify = (notice: string): void => {
    clearTimeout(timer);
    store.set({ notice });
    timer = setTimeout(() => store.set({ notice: '' }), NOTICE_MS);
  };
  const copy = async (text: string | Promise<string>): Promise<void> => {
    try {
      await copyText(text);
      notify(words.copied);
    } catch {
      notify(words.notCopied);
    }
  };
  return { notify, copy };
};

interface SuggestionActions {
  readonly tryFile: (file: File) => void;
  readonly tryDataFile: (path: string) => void;
  readonly closeFit: () => void;
  readonly copyLines: (lines: string) => void;
  readonly proposeAdd: (fit: Suggestion) => void;
  readonly confirmAdd: () => void;
  readonly cancelAdd: () => void;
}

interface SuggestionState {
  readonly store: Store;
  readonly notify: Notices['notify'];
  last: number;
}

const NONE = { fit: undefined, suggestionFailure: undefined, adding: undefined } as const;

/** Ignores late results of an earlier file. */
const tryAny = async (state: SuggestionState, name: string, fit: () => Promise<SuggestionResult>): Promise<void> => {
  const { store } = state;
  state.last += 1;
  const own = state.last;
  store.set({ ...NONE, trying: name });
  try {
    const result = await fit();
    if (own === state.last) store.set({ fit: result });
  } catch (error) {
    if (own === state.last) store.set({ suggestionFailure: (error as Error).message });
  }
};

const close = (state: SuggestionState): void => {
  state.last += 1;
  state.store.set({ ...NONE, trying: undefined });
};

const propose = async ({ store, notify }: SuggestionState, { component }: Suggestion): Promise<void> => {
  try {
    store.set({ adding: { component, ...(await proposeAdd({ component })) } });
  } catch (error) {
    notify((error as Error).message);
  }
};

const confirm = async ({ store, notify }: SuggestionState): Promise<void> => {
  const { adding } = store.get();
  if (!adding) return;
  try {
    await confirmAdd(adding);
    notify(words.added);
  } catch (error) {
    notify((error as Error).message);
  } finally {
    store.set({ adding: undefined });
  }
};

const createSuggestionActions = (store: Store, { notify, copy }: Notices): SuggestionActions => {
  const state: SuggestionState = { store, notify, last: 0 };
  return {
    tryFile: (file) => void tryAny(state, file.name, () => suggestForDroppedFile(file)),
    tryDataFile: (path) => void tryAny(state, path, () => suggestForDataFile(path)),
    closeFit: () => close(state),
    copyLines: (lines) => void copy(`${lines}\n`),
    proposeAdd: (fit) => void propose(state, fit),
    confirmAdd: () => void confirm(state),
    cancelAdd: () => store.set({ adding: undefined }),
  };
};

/** True for a file that is tried as a map, not as a table. */
const isMapFile = ({ name }: File): boolean => /\.(geo|topo)?json$/i.test(name);

/** The digest of a curl command is valid for five minutes, so at least four minutes are left. */
const FRESH_CURL_MS = 60_000;

export interface Actions extends SuggestionActions, AddressActions, MapActions, WallActions {
  /** As a map if its name ends in `json`, and as a table otherwise. */
  readonly takeFile: (file: File) => void;
  readonly choose: (settings: Partial<Settings>) => void;
  readonly refreshNow: () => void;
  readonly copyUrl: (url: string) => void;
  readonly copyCurl: (slug: string) => void;
  readonly open: (slug: string | undefined) => void;
  readonly useToken: (token: string) => void;
  /** An empty text is not sent. */
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

export const createActions = (store: Store, requests: EndpointRequests): Actions => {
  const notices = createNotices(store);
  const { copy } = notices;
  const chooseNow: Actions['choose'] = (settings) => choose(store, requests, settings);
  const files = createSuggestionActions(store, notices);
  const maps = createMapActions(store, notices.notify);
  return {
    ...files,
    ...maps,
    ...createAddressActions(store, notices.notify),
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
