import type { MapName } from '../../../../schemas/common/charts/picture.ts';
import { MAP_FILES, MAPS_FOLDER, MAX_MAP_BYTES, readGeoJson } from '../../../dashboard/maps/read-geo-json.ts';
import { addOwnMap, replacedBy } from '../../drawing/chart/maps.ts';
import { words } from '../words/words.ts';
import { keepMap, readFolderMap } from './api.ts';
import type { Store } from './state.ts';

export interface MapActions {
  readonly useMap: (file: File) => void;
  readonly leaveMap: (of: MapName) => void;
  /** Asks first if another map would be replaced. */
  readonly keepMap: () => void;
  readonly cancelKeep: () => void;
  readonly closeMapFailure: () => void;
  /** Except where a dropped map is used. */
  readonly useFolderMaps: () => void;
  /** Also draws on the maps of the dashboard folder. */
  readonly restoreMaps: () => void;
}

const STORED = 'wallfeed-map';

/** From this tab. The browser deletes the map when the tab is closed. */
const readStored = (): { readonly file: string; readonly text: string } | undefined =>
  JSON.parse(sessionStorage.getItem(STORED) ?? 'null') ?? undefined;

/** Stores a map in this tab. Returns false if the browser has no room. */
const store = (file: string, text: string): boolean => {
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ file, text }));
    return true;
  } catch {
    sessionStorage.removeItem(STORED);
    return false;
  }
};

export const folderPathOf = (of: MapName): string => `${MAPS_FOLDER}/${MAP_FILES[of]}`;

/** Creates the actions on maps. A dropped map stays in the browser until the user keeps it in the dashboard folder. */
export const createMapActions = ({ get, set }: Store, notify: (notice: string) => void): MapActions => {
  /** Returns the map that is replaced; undefined if the file cannot be a map. */
  const draw = (file: string, text: string, known?: MapName): MapName | undefined => {
    const read = readGeoJson(text);
    if ('fault' in read) {
      set({ mapFailure: `${file}${words.colon}${words.mapFaults[read.fault](read.found)}` });
      return undefined;
    }
    const of = known ?? replacedBy(read);
    set({ ownMaps: { ...get().ownMaps, [of]: addOwnMap(file, of, read) } });
    return of;
  };
  const drop = (file: string, text: string): MapName | undefined => {
    const of = draw(file, text);
    if (of) set({ droppedMap: { of, text }, mapFailure: undefined });
    return of;
  };
  const useMap = async (file: File): Promise<void> => {
    if (file.size > MAX_MAP_BYTES)
      return set({ mapFailure: `${file.name}${words.colon}${words.mapTooLarge(MAX_MAP_BYTES / 1e6)}` });
    const text = await file.text();
    if (drop(file.name, text)) notify(store(file.name, text) ? words.mapUsed : words.mapUsedOnce);
  };
  const useFolderMap = async (of: MapName): Promise<void> => {
    const text = await readFolderMap(of).catch(() => '');
    set({ ownMaps: { ...get().ownMaps, [of]: undefined } });
    if (text !== '') draw(folderPathOf(of), text, of);
  };
  const useFolderMaps = (): void => {
    const { droppedMap } = get();
    set({ mapFailure: undefined });
    for (const one of ['provinces', 'world'] as const) if (one !== droppedMap?.of) void useFolderMap(one);
  };
  const forget = (): void => {
    sessionStorage.removeItem(STORED);
    set({ droppedMap: undefined });
  };
  const keep = async (): Promise<void> => {
    const { droppedMap } = get();
    if (!droppedMap) return;
    const { of, text } = droppedMap;
    try {
      const { other } = await keepMap(of, text, droppedMap.other);
      if (other !== undefined) return set({ droppedMap: { of, text, other } });
      forget();
      draw(folderPathOf(of), text, of);
      notify(words.mapKept(folderPathOf(of)));
    } catch (error) {
      notify((error as Error).message);
    }
  };
  return {
    useMap: (file) => void useMap(file),
    leaveMap: (of) => {
      if (get().droppedMap?.of === of) forget();
      set({ ownMaps: { ...get().ownMaps, [of]: undefined }, mapFailure: undefined });
    },
    keepMap: () => void keep(),
    cancelKeep: () => {
      const { droppedMap } = get();
      set({ droppedMap: droppedMap && { ...droppedMap, other: undefined } });
    },
    closeMapFailure: () => set({ mapFailure: undefined }),
    useFolderMaps,
    restoreMaps: () => {
      const stored = readStored();
      if (stored) drop(stored.file, stored.text);
      useFolderMaps();
    },
  };
};
