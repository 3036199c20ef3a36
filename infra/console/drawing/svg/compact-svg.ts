import { shortenOutline } from './shorten-outlines.ts';
import { dropForbidden } from './text.ts';

const NUMBER = /-?\d+\.\d+(?:e-\d+)?/g;

/** Distance between the two ends of a circle's outline. Without a distance, nothing would be drawn. */
const MIN_STEP = 0.001;

const roundNumber = (number: string): string => {
  const value = Number(number);
  const rounded = Math.round(value * 10) / 10;
  return String(rounded === 0 && value !== 0 ? Math.sign(value) * MIN_STEP : rounded);
};

/** Rounds the numbers of an attribute to a tenth of a pixel. */
const roundNumbers = (text: string): string => text.replace(NUMBER, roundNumber);

/** Rounds the numbers of a transformation. A scaling matrix needs more digits than a place does. */
const roundTransform = (text: string): string =>
  text.startsWith('matrix')
    ? text.replace(NUMBER, (number) => String(Math.round(Number(number) * 1000) / 1000))
    : roundNumbers(text);

/** Attributes that a still picture does not need. */
const NOISE = / (?:ecmeta_\w+|class|xml:space|stroke-miterlimit|dominant-baseline)="[^"]*"/g;

const BASELINE_SHARE = 0.35;

const FONT_SIZE = /font-size:(\d+(?:\.\d+)?)px/;

/** Writes the font's size as an attribute. The font's family is set once, at the root of the document. */
const compactStyle = (style: string): string => {
  const [, size] = FONT_SIZE.exec(style) ?? [];
  const isBold = /font-weight:(?:bold|[6-9]00)/.test(style);
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
  const hasLine = / stroke="/.test(tag) && !/ stroke-width="0"/.test(tag);
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
