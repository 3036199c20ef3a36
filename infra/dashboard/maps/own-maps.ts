import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParseError, parseTree } from 'jsonc-parser';
import { CHINA_GRID, nameOnMap, WORLD_NAMES } from '../../../schemas/common/charts/known-names.ts';
import type { MapName } from '../../../schemas/common/charts/picture.ts';
import { ENGLISH_PROVINCES, provinceName } from '../../../schemas/common/provinces.ts';
import { nearestNames, plainName } from '../../../shared/catalogue/nearest-names.ts';
import { say } from '../../../shared/tabular/say.ts';
import { enumerate } from '../../build/catalogue/markdown.ts';
import { type Diagnostic, type Problem, placeAt } from '../folder/diagnostic.ts';
import { findFile, listPaths } from '../folder/find-file.ts';
import { createJsonFinder } from '../folder/locate-json.ts';
import { didYouMean, inCode, shownName } from '../folder/name-words.ts';
import { FILE_START } from '../folder/text-position.ts';
import { MAP_FILES, MAPS_FOLDER, MAX_MAP_BYTES, type MapFault, type MapRefusal, readGeoJson } from './read-geo-json.ts';

/** Undefined without an own version of the map, or if its file has a mistake, which `checkMaps` reports. */
export type ReadOwnNames = (map: MapName) => Promise<readonly string[] | undefined>;

const readNames = async (file: string): Promise<readonly string[] | undefined> => {
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes || bytes.length > MAX_MAP_BYTES) return undefined;
  const map = readGeoJson(bytes.toString());
  return 'fault' in map ? undefined : map.features.map(({ properties }) => properties.name);
};

/** Creates a reader of the names on the maps of a dashboard folder. Each map is read once, when its names are first needed. */
export const createOwnNames = (folder: string): ReadOwnNames => {
  const known = new Map<MapName, ReturnType<typeof readNames>>();
  return (map) => {
    const names = known.get(map) ?? readNames(join(folder, MAPS_FOLDER, MAP_FILES[map]));
    known.set(map, names);
    return names;
  };
};

const MAX_LISTED_NAMES = 5;

const listNames = (names: readonly string[]): string => {
  const rest = names.length - MAX_LISTED_NAMES;
  return enumerate([...names.slice(0, MAX_LISTED_NAMES), ...(rest > 0 ? [`${rest} more`] : [])]);
};

type Alias = readonly [spelling: string, name: string];

const englishCountries = (): readonly Alias[] => {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const chinese = new Intl.DisplayNames('zh', { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const known = new Set<string>(WORLD_NAMES);
  return codes.flatMap((code): readonly Alias[] => {
    const [name, onMap] = [english.of(code), chinese.of(code)];
    return name !== undefined && onMap !== undefined && known.has(onMap) ? [[plainName(name), onMap]] : [];
  });
};

interface KnownMap {
  readonly words: string;
  readonly names: readonly string[];
  readonly aliases: () => readonly Alias[];
  readonly hint: string;
}

const MAPS: Readonly<Record<MapName, KnownMap>> = {
  world: {
    words: 'the world map',
    names: WORLD_NAMES,
    aliases: englishCountries,
    hint: 'write countries by their Chinese short names, such as 中国, 德国 or 美国',
  },
  provinces: {
    words: 'the map of China',
    names: CHINA_GRID.map(([name]) => name),
    aliases: () => [...ENGLISH_PROVINCES],
    hint: 'write provinces by their Chinese short names, such as 北京, 广东 or 内蒙古',
  },
};

/** Describes a map whose names may be Chinese or in Latin letters. */
const ownMap = (map: MapName, names: readonly string[]): KnownMap => {
  const named = new Map(names.map((name) => [plainName(nameOnMap(map, name)), name]));
  return {
    words: inCode(`${MAPS_FOLDER}/${MAP_FILES[map]}`),
    names,
    aliases: () =>
      MAPS[map]
        .aliases()
        .flatMap(([latin, chinese]) => [[latin, named.get(chinese)] as const, [chinese, named.get(latin)] as const])
        .filter((alias): alias is Alias => alias[1] !== undefined),
    hint: 'write each name as `properties.name` of the map has it',
  };
};

const HAN = /\p{Script=Han}/u;

/** Returns an empty list if no name is near. */
const nearestOnMap = (name: string, names: readonly string[], aliases: ReadonlyMap<string, string>) => {
  const same = aliases.get(plainName(name));
  if (same !== undefined) return [same];
  const latin = [...aliases.keys()].filter((one) => !HAN.test(one));
  const [near] = nearestNames(name, latin, 1);
  if (near !== undefined) return [aliases.get(near) as string];
  const whole = names.filter((one) => name.includes(one) || (one.startsWith(name) && one !== ''));
  return whole.length > 0 ? whole.slice(0, 1) : nearestNames(name, names, 1);
};

/**
 * True if the platform's map certainly does not have a name. A Chinese name that is unlike all names of provinces may
 * be a city, which the platform's map may have.
 */
const isLost = (name: string, map: MapName, { names }: KnownMap): boolean =>
  map === 'world' ||
  !HAN.test(name) ||
  [...names, ...MAPS[map].names].some((one) => one !== '' && (name.includes(one) || one.startsWith(name)));

/** A problem of names. `first` is the first of them. */
export interface NameProblem extends Problem {
  readonly first: string;
  readonly count?: number;
}

const countOf = ({ length }: readonly string[]): Pick<NameProblem, 'count'> => (length > 1 ? { count: length } : {});

const unknownNames = (map: MapName, names: readonly string[], known: KnownMap): readonly NameProblem[] => {
  const lost = names.filter((name) => isLost(name, map, known));
  const [first] = lost;
  if (first === undefined) return [];
  const aliases = new Map(known.aliases());
  const near = [
    ...new Set(lost.slice(0, MAX_LISTED_NAMES).flatMap((name) => nearestOnMap(name, known.names, aliases))),
  ];
  const areProvinces = known === MAPS.provinces && lost.every((name) => provinceName(name) !== name);
  const mend = areProvinces ? 'write `options: { names: short }`' : known.hint;
  const hint = near.length > 0 ? `did you mean ${near.join(', ')}? ${mend}` : mend;
  return [{ first, message: say`${known.words} does not know ${listNames(lost)}`, hint, ...countOf(lost) }];
};

/** Reports provinces by their full names, which the console's map knows and the platform's may not know. */
const fullNames = (map: MapName, names: readonly string[]): readonly NameProblem[] => {
  const full = names.filter((name) => nameOnMap(map, name) !== name);
  const [first] = full;
  if (first === undefined) return [];
  const short = full.slice(0, MAX_LISTED_NAMES).map((name) => nameOnMap(map, name));
  const hint = `did you mean ${short.join(', ')}? write \`options: { names: short }\``;
  return [{ first, message: say`${MAPS[map].words} does not know ${listNames(full)}`, hint, ...countOf(full) }];
};

/** Finds the names of a picture that its map does not know: the map of the dashboard folder, or else the built-in one. */
export const nameProblems = (
  map: MapName,
  names: readonly string[],
  own: readonly string[] | undefined,
): readonly NameProblem[] => {
  const known = own ? ownMap(map, own) : MAPS[map];
  const onMap = new Set(known.names.map((name) => nameOnMap(map, name)));
  const different = [...new Set(names)].filter((name) => !own?.includes(name));
  const unknown = different.filter((name) => !onMap.has(nameOnMap(map, name)));
  return [...unknownNames(map, unknown, known), ...fullNames(map, different)];
};

const NAMES = Object.values(MAP_FILES);

interface Wording {
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
    message: say`the type is ${found === '' ? 'missing' : `'${found}'`}, and must be FeatureCollection`,
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
    const message = say`the map is larger than ${MAX_MAP_BYTES / 1e6} MB`;
    return [{ ...start, message, hint: 'simplify its outlines, for example with mapshaper' }];
  }
  const text = (await readFile(found.file, 'utf8')).replace(/^\uFEFF/, '');
  const read = readGeoJson(text);
  return 'fault' in read ? [faultOf(start.file, text, read)] : [];
};

const unknownMap = (folder: string, name: string): Diagnostic => {
  const near = nearestNames(name.replace(/\.geojson$/i, '.json'), NAMES, 1);
  return {
    file: join(folder, MAPS_FOLDER, name),
    ...FILE_START,
    message: say`${shownName(name)} is not read`,
    hint: near.length > 0 ? didYouMean(near) : `call the map ${NAMES.join(' or ')}`,
    severity: 'warning',
  };
};

/** Checks the maps of the dashboard's owner, on which the console draws. */
export const checkMaps = async (folder: string): Promise<readonly Diagnostic[]> => {
  const names = (await listPaths(join(folder, MAPS_FOLDER))).filter((name) => !/(?:^|\/)\.|~$/.test(name));
  const isKnown = (name: string): boolean => NAMES.includes(name);
  const checked = await Promise.all(names.filter(isKnown).map((name) => checkMap(folder, name)));
  return [...checked.flat(), ...names.filter((name) => !isKnown(name)).map((name) => unknownMap(folder, name))];
};
