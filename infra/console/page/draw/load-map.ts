import type { MapName } from '../../../../schemas/common/charts/picture.ts';
import { addMap, type GeoMap } from '../../drawing/maps.ts';

let world: Promise<void> | undefined;

const loadWorld = async (): Promise<void> => {
  const response = await fetch('/world.json');
  addMap('world', (await response.json()) as GeoMap);
};

/**
 * Registers a map with the charts. The map of the world is loaded when it is first needed; the provinces are always
 * available.
 */
export const loadMap = async (map: MapName | undefined): Promise<void> => {
  if (map !== 'world') return;
  world ??= loadWorld();
  await world;
};
