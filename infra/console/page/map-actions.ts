import { addOwnMap } from '../drawing/maps.ts';
import { readGeoJson } from '../drawing/read-geo-json.ts';
import type { Store } from './state.ts';
import { words } from './words/words.ts';

/** The actions on a map that the user supplies. */
export interface MapActions {
  readonly useMap: (file: File) => void;
  /** Draws the provinces as tiles again. */
  readonly leaveMap: () => void;
  readonly closeMapFailure: () => void;
  /** Restores the map that was used before the page was reloaded. */
  readonly restoreMap: () => void;
}

/** Size of the largest map that a browser draws fast enough. */
const MAX_MAP_BYTES = 8_000_000;

const STORED = 'wallfeed-map';

/** True for a file that is tried as a map, not as a table. */
export const isMapFile = ({ name }: File): boolean => /\.(geo|topo)?json$/i.test(name);

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
export const createMapActions = ({ set }: Store, notify: (notice: string) => void): MapActions => {
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
    },
  };
};
