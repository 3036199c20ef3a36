import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParseError, parseTree } from 'jsonc-parser';
import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { type Diagnostic, placeAt } from '../folder/diagnostic.ts';
import { findFile, listFiles } from '../folder/find-file.ts';
import { createJsonFinder } from '../folder/locate-json.ts';
import { didYouMean, shownName } from '../folder/name-words.ts';
import { FILE_START } from '../folder/text-position.ts';
import { MAP_FILES, MAPS_FOLDER, MAX_MAP_BYTES, type MapFault, type MapRefusal, readGeoJson } from './read-geo-json.ts';

const NAMES = Object.values(MAP_FILES);

interface Wording {
  /** The place in the document. */
  readonly path: string;
  readonly message: string;
  readonly hint: string;
}

const GEO_JSON = 'write GeoJSON: a FeatureCollection of areas, each with its name in `properties.name`';

const WORDINGS: Readonly<Record<MapFault, (found: string) => Wording>> = {
  notJson: () => ({ path: '', message: 'the file is not JSON', hint: GEO_JSON }),
  topology: () => ({
    path: 'type',
    message: 'the file is TopoJSON',
    hint: 'convert it to GeoJSON, for example with mapshaper',
  }),
  notCollection: (found) => ({
    path: 'type',
    message: `the type is ${found === '' ? 'missing' : `'${found}'`}, and must be FeatureCollection`,
    hint: GEO_JSON,
  }),
  nameless: (found) => ({
    path: 'features[0].properties',
    message: 'no region has a name: `properties.name` is missing',
    hint: found === '' ? 'add it to each feature' : `rename one of ${found} to name`,
  }),
  withoutAreas: () => ({
    path: 'features',
    message: 'the file has no areas',
    hint: 'add features of the type Polygon or MultiPolygon, with coordinates',
  }),
};

/** Returns the offset at which a text stops being JSON. */
const brokenAt = (text: string): number => {
  const errors: ParseError[] = [];
  parseTree(text, errors);
  return errors[0]?.offset ?? 0;
};

const faultOf = (file: string, text: string, { fault, found }: MapRefusal): Diagnostic => {
  const { path, message, hint } = WORDINGS[fault](found);
  const offset = fault === 'notJson' ? brokenAt(text) : (createJsonFinder(text)(path)?.offset ?? 0);
  return { ...placeAt(file, text, offset), message, hint, severity: 'error' };
};

const checkMap = async (folder: string, name: string): Promise<readonly Diagnostic[]> => {
  const found = await findFile(folder, MAPS_FOLDER, name);
  const start = { file: join(folder, MAPS_FOLDER, name), ...FILE_START, severity: 'error' } as const;
  if ('message' in found) return [{ ...start, message: found.message, hint: found.hint }];
  if ((await stat(found.file)).size > MAX_MAP_BYTES) {
    const message = `the map is larger than ${MAX_MAP_BYTES / 1e6} MB`;
    return [{ ...start, message, hint: 'simplify its outlines, for example with mapshaper' }];
  }
  const text = (await readFile(found.file, 'utf8')).replace(/^\uFEFF/, '');
  const read = readGeoJson(text);
  return 'fault' in read ? [faultOf(start.file, text, read)] : [];
};

/** Reports a file of maps/ that is no map of the dashboard. */
const unknownMap = (folder: string, name: string): Diagnostic => {
  const near = nearestNames(name.replace(/\.geojson$/i, '.json'), NAMES, 1);
  return {
    file: join(folder, MAPS_FOLDER, name),
    ...FILE_START,
    message: `${shownName(name)} is not read`,
    hint: near.length > 0 ? didYouMean(near) : `call the map ${NAMES.join(' or ')}`,
    severity: 'warning',
  };
};

/** Checks the maps of the dashboard's owner, on which the console draws. */
export const checkMaps = async (folder: string): Promise<readonly Diagnostic[]> => {
  const names = (await listFiles(join(folder, MAPS_FOLDER))).filter((name) => !/(?:^|\/)\.|~$/.test(name));
  const isKnown = (name: string): boolean => NAMES.includes(name);
  const checked = await Promise.all(names.filter(isKnown).map((name) => checkMap(folder, name)));
  return [...checked.flat(), ...names.filter((name) => !isKnown(name)).map((name) => unknownMap(folder, name))];
};
