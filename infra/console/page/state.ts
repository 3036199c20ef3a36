import type { OwnMap } from '../drawing/maps.ts';
import type { AddProposal, AskResult, DashboardInfo, EndpointInfo, FitResult, GalleryEntry } from '../protocol.ts';
import type { Settings, TileStatus } from './settings.ts';

export type View = 'dashboard' | 'wall' | 'gallery';

/** Everything that the page shows. */
export interface State {
  readonly view: View;
  readonly info?: DashboardInfo;
  readonly results: ReadonlyMap<string, AskResult>;
  readonly settings: Settings;
  /** The endpoint whose details are open. */
  readonly opened?: string;
  /** A short message for the user. */
  readonly notice?: string;
  readonly isConnected: boolean;
  /** True while a file is dragged over the page. */
  readonly isDropping?: boolean;
  /** The name of the file for which fitting components are shown. */
  readonly trying?: string | undefined;
  readonly fit?: FitResult | undefined;
  /** The reason why a file could not be tried. */
  readonly fitFailure?: string | undefined;
  /** The change of dashboard.yml that the user has to confirm. */
  readonly adding?: (AddProposal & { readonly component: string }) | undefined;
  /** The user's own map, on which provinces are drawn. */
  readonly ownMap?: OwnMap | undefined;
  /** The reason why a file cannot be a map. */
  readonly mapFailure?: string | undefined;
  readonly gallery?: readonly GalleryEntry[];
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

/** Returns the status of an endpoint as its tile shows it. */
export const statusOf = ({ slug, refused }: EndpointInfo, results: State['results']): TileStatus =>
  refused ? 'failed' : (results.get(slug)?.status ?? 'pending');

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** Returns the endpoints that match the filters. */
export const shownEndpoints = ({ info, results, settings }: State): readonly EndpointInfo[] =>
  (info?.endpoints ?? []).filter((endpoint) => {
    const { slug, component, source } = endpoint;
    const { filter, status } = settings;
    if (status !== undefined && statusOf(endpoint, results) !== status) return false;
    return [slug, component, source].some((text) => contains(text, filter));
  });
