import { CHINA_GRID } from './china-grid.ts';
import type { MapName } from './picture.ts';
import { WORLD_NAMES } from './world-names.ts';

const KNOWN: Readonly<Record<MapName, ReadonlySet<string>>> = {
  world: new Set(WORLD_NAMES),
  provinces: new Set(CHINA_GRID.map(([name]) => name)),
};

/** Returns the names that a map does not know, each once. */
export const unknownOn = (map: MapName, names: readonly string[]): readonly string[] => [
  ...new Set(names.filter((name) => !KNOWN[map].has(name))),
];

/** Chooses the map that knows more of the names; China's if both know as many. */
export const mapFor = (names: readonly string[]): MapName =>
  unknownOn('world', names).length < unknownOn('provinces', names).length ? 'world' : 'provinces';
