import type { MapName } from '../../../../schemas/common/charts/picture.ts';
import { chineseName } from '../../../language/chinese-names.ts';
import type { OwnMaps } from '../../drawing/chart/maps.ts';
import type { Size, ThemeName } from '../../drawing/theme.ts';
import type {
  AddProposal,
  AddressProposal,
  AskRequest,
  AskResult,
  ChosenValues,
  DashboardInfo,
  EndpointInfo,
  EndpointStatus,
  GalleryEntry,
  SuggestionResult,
} from '../../protocol/protocol.ts';

/** The status of a tile: pending until the first response. */
export type TileStatus = EndpointStatus | 'pending';

/** The user's choices, which are stored in the page's URL. */
export interface Settings {
  /** Length of the time window in minutes. */
  readonly timePeriod: number;
  readonly filter: string;
  /** Shows only the endpoints with this status. */
  readonly status?: TileStatus | undefined;
  readonly isPolling: boolean;
  /** The page of the wall, from 1. */
  readonly page: number;
  readonly theme: ThemeName;
}

const DEFAULT_TIME_PERIOD_MINUTES = 60;

/** Time windows to choose from, in minutes. */
export const TIME_PERIODS: readonly number[] = [5, 30, 60, 360, 1440, 10_080, 43_200];

const STATUSES: readonly TileStatus[] = ['pending', 'drawn', 'empty', 'stale', 'failed'];

export const readSettings = (query: string): Settings => {
  const parameters = new URLSearchParams(query);
  const window = parameters.get('window') ?? '';
  const status = STATUSES.find((one) => one === parameters.get('status'));
  return {
    timePeriod: /^[1-9]\d{0,6}$/.test(window) ? Number(window) : DEFAULT_TIME_PERIOD_MINUTES,
    filter: parameters.get('filter') ?? '',
    ...(status && { status }),
    isPolling: parameters.get('poll') !== 'off',
    page: Math.max(Number.parseInt(parameters.get('page') ?? '1', 10) || 1, 1),
    theme: parameters.get('theme') === 'light' ? 'light' : 'dark',
  };
};

/** Writes the settings as a query, without settings that have their default value. */
export const writeSettings = ({ timePeriod, filter, status, isPolling, page, theme }: Settings): string => {
  const parameters = new URLSearchParams();
  if (timePeriod !== DEFAULT_TIME_PERIOD_MINUTES) parameters.set('window', String(timePeriod));
  if (filter !== '') parameters.set('filter', filter);
  if (status !== undefined) parameters.set('status', status);
  if (!isPolling) parameters.set('poll', 'off');
  if (page > 1) parameters.set('page', String(page));
  if (theme !== 'dark') parameters.set('theme', theme);
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
};

export type View = 'dashboard' | 'wall' | 'gallery';

/** A map that the user has dropped, which may be kept in the dashboard folder. */
export interface DroppedMap {
  readonly of: MapName;
  readonly text: string;
  /** The hash of another map in the dashboard folder. The page asks whether the dropped map may replace that map. */
  readonly other?: string | undefined;
}

/** An address of a host, and what became of it. */
export interface AskedAddress {
  readonly text: string;
  readonly proposal?: AddressProposal;
  readonly failure?: string;
}

/** Everything that the page shows. */
export interface State {
  readonly view: View;
  readonly info?: DashboardInfo;
  readonly results: ReadonlyMap<string, AskResult>;
  readonly settings: Settings;
  /** The chosen values of parameters, by endpoint. */
  readonly values?: ReadonlyMap<string, ChosenValues>;
  /** The endpoint whose details are open. */
  readonly opened?: string;
  /** A short message for the user. */
  readonly notice?: string;
  readonly isConnected: boolean;
  /** True while a file is dragged over the page. */
  readonly isDropping?: boolean;
  /** The name of the file that the user tries with the components. */
  readonly trying?: string | undefined;
  readonly fit?: SuggestionResult | undefined;
  /** The reason why a file could not be tried. */
  readonly suggestionFailure?: string | undefined;
  /** The change of dashboard.yml that the user has to confirm. */
  readonly adding?: (AddProposal & { readonly component: string }) | undefined;
  /** The address that the user wants to add, with the proposed dataset, or the reason why there is none. */
  readonly address?: AskedAddress | undefined;
  /** The user's own maps, on which provinces and countries are drawn. */
  readonly ownMaps: OwnMaps;
  readonly droppedMap?: DroppedMap | undefined;
  /** The reason why a file cannot be a map. */
  readonly mapFailure?: string | undefined;
  readonly gallery?: readonly GalleryEntry[];
  readonly wall: WallState;
}

/** State of the wall: its clock, its turn and its bar. */
export interface WallState {
  readonly size: Size;
  readonly now: number;
  /** How often the wall has turned. */
  readonly turn: number;
  readonly isPaused: boolean;
  /** True while the bar with the buttons is shown. */
  readonly hasBar: boolean;
  /** True once the map of the world has been loaded. */
  readonly hasWorld: boolean;
}

export type Update = Partial<State>;

/** Holds the state and draws the page after each change. */
export interface Store {
  readonly get: () => State;
  readonly set: (update: Update) => void;
}

/** Creates a store. Changes in quick succession are drawn once. */
export const createStore = (initial: State, draw: (state: State) => void): Store => {
  let state = initial;
  let isScheduled = false;
  const drawLater = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      draw(state);
    });
  };
  return {
    get: () => state,
    set: (update) => {
      state = { ...state, ...update };
      drawLater();
    },
  };
};

export const askOf = ({ settings, values }: State, endpoint: string): AskRequest => {
  const parameters = values?.get(endpoint);
  return { endpoint, timePeriod: settings.timePeriod, ...(parameters && { parameters }) };
};

export const statusOf = ({ slug, refused }: EndpointInfo, results: State['results']): TileStatus =>
  refused ? 'failed' : (results.get(slug)?.status ?? 'pending');

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** Returns the endpoints that match the filters. */
export const shownEndpoints = ({ info, results, settings }: State): readonly EndpointInfo[] =>
  (info?.endpoints ?? []).filter((endpoint) => {
    const { slug, title = '', component, source } = endpoint;
    const { filter, status } = settings;
    if (status !== undefined && statusOf(endpoint, results) !== status) return false;
    return [slug, title, component, chineseName(component) ?? '', source].some((text) => contains(text, filter));
  });
