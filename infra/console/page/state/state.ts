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

/** Pending until the first response. */
export type TileStatus = EndpointStatus | 'pending';

/** Stored in the page's URL. */
export interface Settings {
  /** Minutes. */
  readonly timePeriod: number;
  readonly filter: string;
  readonly status?: TileStatus | undefined;
  readonly isPolling: boolean;
  /** From 1. */
  readonly page: number;
  readonly theme: ThemeName;
}

const DEFAULT_TIME_PERIOD_MINUTES = 60;

/** Minutes. */
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

export interface DroppedMap {
  readonly of: MapName;
  readonly text: string;
  /** The hash of a map in the dashboard folder. The page asks whether the dropped map may replace that map. */
  readonly other?: string | undefined;
}

export interface AskedAddress {
  readonly text: string;
  readonly proposal?: AddressProposal;
  readonly failure?: string;
}

export interface State {
  readonly view: View;
  readonly info?: DashboardInfo;
  readonly results: ReadonlyMap<string, AskResult>;
  readonly settings: Settings;
  readonly values?: ReadonlyMap<string, ChosenValues>;
  readonly opened?: string;
  readonly notice?: string;
  readonly isConnected: boolean;
  readonly isDropping?: boolean;
  /** The name of the file. */
  readonly trying?: string | undefined;
  readonly fit?: SuggestionResult | undefined;
  readonly suggestionFailure?: string | undefined;
  readonly adding?: (AddProposal & { readonly component: string }) | undefined;
  readonly address?: AskedAddress | undefined;
  readonly ownMaps: OwnMaps;
  readonly droppedMap?: DroppedMap | undefined;
  readonly mapFailure?: string | undefined;
  readonly gallery?: readonly GalleryEntry[];
  readonly wall: WallState;
}

export interface WallState {
  readonly size: Size;
  readonly now: number;
  readonly turn: number;
  readonly isPaused: boolean;
  readonly hasBar: boolean;
  readonly hasWorld: boolean;
}

export type Update = Partial<State>;

export interface Store {
  readonly get: () => State;
  readonly set: (update: Update) => void;
}

/** Changes in quick succession are drawn once. */
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

export const shownEndpoints = ({ info, results, settings }: State): readonly EndpointInfo[] =>
  (info?.endpoints ?? []).filter((endpoint) => {
    const { slug, title = '', component, source } = endpoint;
    const { filter, status } = settings;
    if (status !== undefined && statusOf(endpoint, results) !== status) return false;
    return [slug, title, component, chineseName(component) ?? '', source].some((text) => contains(text, filter));
  });
