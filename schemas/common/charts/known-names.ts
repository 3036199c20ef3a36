import { CHINA_GRID } from './china-grid.ts';
import type { MapName } from './picture.ts';
import { WORLD_NAMES } from './world-names.ts';

const KNOWN: Readonly<Record<MapName, ReadonlySet<string>>> = {
  world: new Set(WORLD_NAMES),
  provinces: new Set(CHINA_GRID.map(([name]) => name)),
};

/** Returns the names that are not on a map, each name once. */
export const unknownOn = (map: MapName, names: readonly string[]): readonly string[] => [
  ...new Set(names.filter((name) => !KNOWN[map].has(name))),
];

/** Chooses the map that has more of the names; the map of China if both have equally many. */
export const mapFor = (names: readonly string[]): MapName =>
  unknownOn('world', names).length < unknownOn('provinces', names).length ? 'world' : 'provinces';
