import type { MapName } from '../../../../schemas/common/charts/picture.ts';
import { addMap, type GeoMap } from '../../drawing/maps.ts';

let world: Promise<void> | undefined;

const loadWorld = async (): Promise<void> => {
  const response = await fetch('/world.json');
  addMap('world', (await response.json()) as GeoMap);
};

/** Makes a map known to the charts. The world is read when it is drawn for the first time; the provinces are always there. */
export const loadMap = async (map: MapName | undefined): Promise<void> => {
  if (map !== 'world') return;
  world ??= loadWorld();
  await world;
};
