import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { GeoMap } from './drawing/maps.ts';

const FILE = fileURLToPath(import.meta.resolve('@surbowl/world-geo-json-zh'));

const DECIMALS = 100;

const roundAll = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(roundAll) : Math.round(Number(value) * DECIMALS) / DECIMALS;

/** Reads the world's countries and regions with their Chinese names, in coordinates that are fine enough for a page. */
export const readWorldMap = async (): Promise<GeoMap> => {
  const { features } = JSON.parse(await readFile(FILE, 'utf8')) as GeoMap;
  return {
    type: 'FeatureCollection',
    features: features.map(({ properties: { name }, geometry: { type, coordinates } }) => ({
      type: 'Feature',
      properties: { name },
      geometry: { type, coordinates: roundAll(coordinates) as readonly unknown[] },
    })),
  };
};
