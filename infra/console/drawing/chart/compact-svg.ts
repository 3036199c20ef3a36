import { dropForbidden } from '../text.ts';

/** Only maps have outlines of this length, and maps look the same in whole pixels. */
const MIN_OUTLINE_CHARACTERS = 300;

type Point = readonly [number, number];

const pointsOf = (ring: string): readonly Point[] =>
  ring.split('L').map((point) => {
    const [x = 0, y = 0] = point.split(' ').map((number) => Math.round(Number(number)));
    return [x, y];
  });

/** Leaves out the blank if the second number begins with a minus sign. */
const writeStep = (dx: number, dy: number): string => `${dx}${dy < 0 ? '' : ' '}${dy}`;

/** Steps from point to point; empty if all points are the same. */
const writeRing = (points: readonly Point[]): string => {
  const steps = points.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = points[index] as Point;
    return [x - fromX, y - fromY] as const;
  });
  const moved = steps.filter(([dx, dy]) => dx !== 0 || dy !== 0).map(([dx, dy]) => writeStep(dx, dy));
  return moved.length === 0 ? '' : `M${points[0]?.join(' ')}l${moved.join('l').replaceAll('l-', '-')}z`;
};

/** Shortens the outlines of a map to whole pixels, and to steps instead of positions. Returns other paths unchanged. */
export const shortenOutline = (path: string): string => {
  if (path.length < MIN_OUTLINE_CHARACTERS || !/^(?:M[L\d. -]+Z)+$/.test(path)) return path;
  const rings = path.split(/[MZ]+/).filter(Boolean);
  return rings.map((ring) => writeRing(pointsOf(ring))).join('');
};

const NUMBER = /-?\d+\.\d+(?:e-\d+)?/g;

/** Without a distance between the ends of a circle's outline, nothing would be drawn. */
const MIN_STEP = 0.001;

const roundNumber = (number: string): string => {
  const value = Number(number);
  const rounded = Math.round(value * 10) / 10;
  return String(rounded === 0 && value !== 0 ? Math.sign(value) * MIN_STEP : rounded);
};

const roundNumbers = (text: string): string => text.replace(NUMBER, roundNumber);

/** Rounds the numbers of a transformation. A scaling matrix needs more digits than a place does. */
const roundTransform = (text: string): string =>
  text.startsWith('matrix')
    ? text.replace(NUMBER, (number) => String(Math.round(Number(number) * 1000) / 1000))
    : roundNumbers(text);

const NOISE = / (?:ecmeta_\w+|class|xml:space|stroke-miterlimit|dominant-baseline)="[^"]*"/g;

const BASELINE_SHARE = 0.35;

/** In the property `font-size` or in the shorthand `font`, which ECharts writes for rich text. */
const FONT_SIZE = /font(?:-size:|: [^;"]*?)(\d+(?:\.\d+)?)px/;

/** Writes the font's size as an attribute. The font's family is set once, at the root of the document. */
const compactStyle = (style: string): string => {
  const [, size] = FONT_SIZE.exec(style) ?? [];
  const isBold = /font(?:-weight:|: \w+ )(?:bold|[6-9]00)/.test(style);
  return `${size ? ` font-size="${size}"` : ''}${isBold ? ' font-weight="600"' : ''}`;
};

/** Centres texts vertically by a shift, because not every viewer supports `dominant-baseline`. */
const shiftCentred = (tag: string): string => {
  if (!tag.includes('dominant-baseline="central"')) return tag;
  const size = Number(FONT_SIZE.exec(tag)?.[1] ?? 12);
  return tag.replace('<text', `<text dy="${Math.round(size * BASELINE_SHARE * 10) / 10}"`);
};

const dropInvisible = (tag: string): string => {
  const hasFill = !/ fill="(?:none|transparent)"| fill-opacity="0"/.test(tag);
  const hasLine = / stroke="/.test(tag) && !/ stroke-(?:width|opacity)="0"/.test(tag);
  return hasFill || hasLine ? tag : '';
};

const PATHS = /<path d="([^"]*)"([^>]*)\/>(?:<path d="[^"]*"\2\/>)+/g;

/** Joins consecutive paths with the same style, such as the countries of a map. */
const joinPaths = (svg: string): string =>
  svg.replaceAll(PATHS, (paths, _, attributes: string) => {
    const shapes = Array.from(paths.matchAll(/ d="([^"]*)"/g), ([, shape = '']) => shape);
    return `<path d="${shapes.join('')}"${attributes}/>`;
  });

/**
 * Returns the elements inside an SVG of ECharts, reduced to a still picture and rounded to tenths of a pixel.
 * @param prefix begins the ids, so that one document may contain several charts.
 */
export const compactSvg = (svg: string, prefix: string): string => {
  const inside = dropForbidden(svg)
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replaceAll(/<style\b.*?<\/style>/gs, '')
    .replaceAll(/<rect [^>]*fill="none"><\/rect>/g, '')
    .replaceAll(/<path [^>]*>(?:<\/path>)?/g, dropInvisible)
    .replaceAll(/<text[^>]*>/g, shiftCentred)
    .replaceAll(NOISE, '')
    .replaceAll(' text-anchor="start"', '')
    .replaceAll(/ style="([^"]*)"/g, (_, style: string) => compactStyle(style))
    .replaceAll(/ (d|x|y|points)="([^"]*)"/g, (_, name: string, value: string) => ` ${name}="${roundNumbers(value)}"`)
    .replaceAll(/ transform="([^"]*)"/g, (_, value: string) => ` transform="${roundTransform(value)}"`)
    .replaceAll(/\bzr\d+-/g, prefix)
    .replaceAll(/><\/(?:path|rect|circle|line|stop|polyline|polygon|ellipse)>/g, '/>')
    .replaceAll(/>\n+</g, '><')
    .trim();
  return joinPaths(inside).replaceAll(/ d="([^"]*)"/g, (_, path: string) => ` d="${shortenOutline(path)}"`);
};
