import { CHINA_GRID, nameOnMap, WORLD_NAMES } from '../../../schemas/common/charts/known-names.ts';
import type { MapName, Picture } from '../../../schemas/common/charts/picture.ts';
import { createBody } from '../../../shared/cache/response-body.ts';
import { itemBody } from '../../../shared/cache/shared-item.ts';
import { nearestNames, plainName } from '../../../shared/catalogue/nearest-names.ts';
import { enumerate } from '../../build/catalogue/markdown.ts';
import type { Diagnostic, Place, Problem } from '../folder/diagnostic.ts';
import { type CheckSubject, ownerOf } from './data-diagnostics.ts';

/** Warns if the response of an endpoint is too large for the shared cache. */
export const sharingWarnings = (
  { endpoint, component }: CheckSubject,
  text: string,
  place: Place,
): readonly Diagnostic[] => {
  const { slug, config } = endpoint;
  if (!config.cache?.shared || itemBody(createBody(text, 0))) return [];
  return [
    {
      ...place,
      severity: 'warning',
      message:
        'the response is too large for the shared cache, which takes 395 KB as gzip: each environment makes its own',
      hint: 'aggregate first, or leave `shared` out of its cache',
      endpoint: slug,
      component: component.name,
    },
  ];
};

const MAX_LISTED_NAMES = 5;

const listNames = (names: readonly string[]): string => {
  const rest = names.length - MAX_LISTED_NAMES;
  return enumerate([...names.slice(0, MAX_LISTED_NAMES), ...(rest > 0 ? [`${rest} more`] : [])]);
};

/** Names of provinces in Latin letters, in the order of `CHINA_GRID`. */
const PINYIN =
  'Heilongjiang,Inner Mongolia,Jilin,Xinjiang,Beijing,Tianjin,Liaoning,Qinghai,Gansu,Ningxia,Shaanxi,Shanxi,Hebei,Shandong,Tibet,Sichuan,Chongqing,Hubei,Henan,Anhui,Jiangsu,Shanghai,Yunnan,Guizhou,Hunan,Jiangxi,Zhejiang,Guangxi,Guangdong,Fujian,Taiwan,Hainan,Macau,Hong Kong'.split(
    ',',
  );

/** Returns the names of countries in English, each with the name that the map has. */
const englishCountries = (): ReadonlyMap<string, string> => {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const chinese = new Intl.DisplayNames('zh', { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const known = new Set<string>(WORLD_NAMES);
  return new Map(
    codes.flatMap((code) => {
      const [name, onMap] = [english.of(code), chinese.of(code)];
      return name !== undefined && onMap !== undefined && known.has(onMap) ? [[plainName(name), onMap]] : [];
    }),
  );
};

interface KnownMap {
  readonly words: string;
  readonly names: readonly string[];
  /** The map's names by their names in Latin letters. */
  readonly latin: () => ReadonlyMap<string, string>;
  readonly hint: string;
}

const MAPS: Readonly<Record<MapName, KnownMap>> = {
  world: {
    words: 'the world map',
    names: WORLD_NAMES,
    latin: englishCountries,
    hint: 'write countries by their Chinese short names, such as 中国, 德国 or 美国',
  },
  provinces: {
    words: 'the map of China',
    names: CHINA_GRID.map(([name]) => name),
    latin: () => new Map(CHINA_GRID.map(([name], index) => [plainName(PINYIN[index] ?? name), name])),
    hint: 'write provinces by their Chinese short names, such as 北京, 广东 or 内蒙古',
  },
};

/** Returns the names on a map that are nearest to an unknown name. */
const nearestOnMap = (name: string, { names, latin }: KnownMap): readonly string[] => {
  const known = latin();
  const [near] = nearestNames(name, [...known.keys()], 1);
  if (near !== undefined) return [known.get(near) as string];
  const whole = names.filter((one) => name.includes(one));
  return whole.length > 0 ? whole.slice(0, 1) : nearestNames(name, names, 1);
};

const HAN = /\p{Script=Han}/u;

/**
 * True if no map of the platform has a name. Chinese names on a map of provinces may be cities, which the platform's map
 * may have, unless they are nearly the name of a province.
 */
const isLost = (name: string, map: MapName): boolean =>
  map === 'world' || !HAN.test(name) || MAPS[map].names.some((one) => name.includes(one));

const unknownNames = (map: MapName, names: readonly string[]): readonly (Problem & { readonly first: string })[] => {
  const lost = names.filter((name) => isLost(name, map));
  const [first] = lost;
  if (first === undefined) return [];
  const known = MAPS[map];
  const near = [...new Set(lost.slice(0, MAX_LISTED_NAMES).flatMap((name) => nearestOnMap(name, known)))];
  const hint = near.length > 0 ? `did you mean ${near.join(', ')}? ${known.hint}` : known.hint;
  return [{ first, message: `${known.words} does not know ${listNames(lost)}`, hint }];
};

/** Reports provinces by their full names, which the console's map knows and the platform's may not know. */
const fullNames = (map: MapName, names: readonly string[]): readonly (Problem & { readonly first: string })[] => {
  const full = [...new Set(names.filter((name) => nameOnMap(map, name) !== name))];
  const [first] = full;
  if (first === undefined) return [];
  const short = full.slice(0, MAX_LISTED_NAMES).map((name) => nameOnMap(map, name));
  const hint = `did you mean ${short.join(', ')}? write \`options: { names: short }\``;
  return [{ first, message: `${MAPS[map].words} does not know ${listNames(full)}`, hint }];
};

/** A problem of a picture. `first` is the first name that it concerns. */
type PictureProblem = Problem & { readonly first?: string };

const problemsIn = (picture: Picture): readonly PictureProblem[] => {
  if (picture.kind !== 'chart') return [];
  const { map, names, unknownNames: unknown = [], faults = [] } = picture;
  const problems = faults.map((message) => ({ message, hint: 'leave these links out, or check their direction' }));
  return map === undefined ? problems : [...problems, ...unknownNames(map, unknown), ...fullNames(map, names)];
};

/**
 * Finds warnings about valid data that cannot be drawn: names that the map does not know, and links that lead back.
 * @param placeOf returns the place of a name among the data, or of the data if there is no name.
 */
export const pictureWarnings = (
  subject: CheckSubject,
  body: unknown,
  placeOf: (name: string | undefined) => Place,
): readonly Diagnostic[] =>
  subject.preview
    ? problemsIn(subject.preview(body, subject.component.name)).map(({ first, message, hint }) => ({
        ...placeOf(first),
        message,
        hint,
        severity: 'warning',
        ...ownerOf(subject),
      }))
    : [];
