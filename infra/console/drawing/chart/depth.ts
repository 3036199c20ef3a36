import { geoArea, geoCentroid, geoGraticule10, geoOrthographic, geoPath } from 'd3-geo';
import { color as colors, getMap, registerCustomSeries } from 'echarts/core';
import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import type { DeepBar, Globe, Place } from '../../../../schemas/common/charts/depth.ts';

type RenderItem = Parameters<typeof registerCustomSeries>[1];
type Api = Parameters<RenderItem>[1];
type Point = readonly [x: number, y: number];

const [WHITE_SHARE, BLACK_SHARE] = [0.3, 0.3];

const lighter = (color: string): string => colors.lerp(WHITE_SHARE, [color, '#ffffff']) as string;
const darker = (color: string): string => colors.lerp(BLACK_SHARE, [color, '#000000']) as string;

const area = (points: readonly Point[], fill: string, z2 = 0) => ({
  type: 'polygon' as const,
  z2,
  shape: { points: points.map(([x, y]) => [x, y]) },
  style: { fill },
});

/** Bars fill a share of their band. The depth is in relation to the width of a bar. */
const [BAND_SHARE, MAX_BAR_PX, BAR_DEPTH] = [0.7, 28, 0.35];

const bandOf = (api: Api, { step, isLying }: DeepBar): number => {
  const [width = 0, height = 0] = [api.size?.(isLying ? [0, step] : [step, 0]) ?? 0].flat();
  return isLying ? height : width;
};

const inOrder = (one: number, other: number) => [Math.min(one, other), Math.max(one, other)] as const;

const frontOf = (api: Api, bar: DeepBar, width: number) => {
  const [place, from, to] = [0, 1, 2].map((dimension) => Number(api.value(dimension))) as [number, number, number];
  const [startX = 0, startY = 0] = api.coord(bar.isLying ? [from, place] : [place, from]);
  const [endX = 0, endY = 0] = api.coord(bar.isLying ? [to, place] : [place, to]);
  const shift = (bar.index - bar.count / 2) * width;
  return bar.isLying
    ? { across: inOrder(startX, endX), down: [startY + shift, startY + shift + width] as const }
    : { across: [startX + shift, startX + shift + width] as const, down: inOrder(startY, endY) };
};

/** Draws a bar with front, top and side. The values of its item are the position on the axis, the start and the end. */
const drawBar: RenderItem = ({ itemPayload }, api) => {
  const bar = itemPayload as unknown as DeepBar;
  if (!(Math.abs(Number(api.value(2)) - Number(api.value(1))) > 0)) return undefined;
  const width = Math.min((bandOf(api, bar) * BAND_SHARE) / bar.count, MAX_BAR_PX);
  const {
    across: [left, right],
    down: [top, bottom],
  } = frontOf(api, bar, width);
  const depth = width * BAR_DEPTH;
  const behind = ([x, y]: Point): Point => [x + depth, y - depth];
  const corners: readonly [Point, Point, Point] = [
    [left, top],
    [right, top],
    [right, bottom],
  ];
  const [first, second, third] = corners;
  const color = String(api.visual('color'));
  return {
    type: 'group',
    children: [
      area([first, second, behind(second), behind(first)], lighter(color)),
      area([second, third, behind(third), behind(second)], darker(color)),
      area([...corners, [left, bottom]], color),
    ],
  };
};

const STEPS = 60;

/** Angles are in turns, clockwise from the top. */
const arc = ([x, y]: Point, [rx, ry]: Point, from: number, to: number): readonly Point[] => {
  const steps = Math.max(Math.ceil(Math.abs(to - from) * STEPS), 1);
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = (from + ((to - from) * step) / steps - 0.25) * 2 * Math.PI;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)];
  });
};

const placeOf = (api: Api, payload: unknown) => {
  const { x, y, radius, width = 100, height = 100 } = payload as Place;
  const [px, py] = [api.getWidth() / 100, api.getHeight() / 100];
  return { x: x * px, y: y * py, radius: (Math.min(width * px, height * py) / 2) * (radius / 100) };
};

/** `TILT` is a pie's width to its height, `EDGE` the height of its edge to its radius. */
const [TILT, EDGE] = [1.25, 0.2];
/** In turns. Only this part of the edge is visible. */
const [FRONT_START, FRONT_END] = [0.25, 0.75];

/** Draws a slice of a pie that is seen at an angle. Its item has the start and the end, in turns. */
const drawSlice: RenderItem = ({ itemPayload }, api) => {
  const { x, y, radius } = placeOf(api, itemPayload);
  const [from, to] = [Number(api.value(0)), Number(api.value(1))];
  if (!(to > from)) return undefined;
  const edge = radius * EDGE;
  const center: Point = [x, y - edge / 2];
  const radii: Point = [radius, radius / TILT];
  const color = String(api.visual('color'));
  const [start, end] = [Math.max(from, FRONT_START), Math.min(to, FRONT_END)];
  const rim = start < end ? arc(center, radii, start, end) : [];
  const below = rim.map(([left, top]): Point => [left, top + edge]).reverse();
  return {
    type: 'group',
    children: [
      ...(rim.length > 0 ? [area([...rim, ...below], darker(color))] : []),
      area([center, ...arc(center, radii, from, to)], color, 1),
    ],
  };
};

/** In relation to the radius. */
const [TANK_WIDTH, TANK_HEIGHT, TANK_END] = [1.3, 1.5, 0.18];
const GLASS = 'rgba(136,147,167,0.22)';
const GLASS_END = 'rgba(136,147,167,0.4)';

/** Draws a standing cylinder with liquid. Its item has the filled part in percent. */
const drawTank: RenderItem = ({ itemPayload }, api) => {
  const { x, y, radius } = placeOf(api, itemPayload);
  const radii: Point = [(radius * TANK_WIDTH) / 2, radius * TANK_END];
  const [top, bottom] = [y - (radius * TANK_HEIGHT) / 2, y + (radius * TANK_HEIGHT) / 2];
  const level = bottom - ((bottom - top) * Number(api.value(0))) / 100;
  const wall = (from: number, fill: string) =>
    area([...arc([x, from], radii, 0.75, 0.25), ...arc([x, bottom], radii, 0.25, 0.75)], fill);
  const end = (at: number, fill: string) => area(arc([x, at], radii, 0, 1), fill);
  const color = String(api.visual('color'));
  return {
    type: 'group',
    children: [wall(top, GLASS), wall(level, color), end(level, lighter(color)), end(top, GLASS_END)],
  };
};

export const registerDepth = (): void => {
  registerCustomSeries('bar-with-depth', drawBar);
  registerCustomSeries('slice-with-depth', drawSlice);
  registerCustomSeries('tank', drawTank);
};

const HALF_SPHERE = 2 * Math.PI;

/** Reverses the rings of a polygon if d3-geo would take the larger part of the sphere for its inside. */
const rewind = (rings: Position[][]): Position[][] =>
  geoArea({ type: 'Polygon', coordinates: rings }) > HALF_SPHERE ? rings.map((ring) => ring.toReversed()) : rings;

const rewindAll = ({ features }: FeatureCollection<Polygon | MultiPolygon>): FeatureCollection => ({
  type: 'FeatureCollection',
  features: features.map(({ geometry, ...feature }) => {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    return { ...feature, geometry: { type: 'MultiPolygon', coordinates: polygons.map(rewind) } };
  }),
});

const rewound = new WeakMap<object, FeatureCollection>();

/** Converts each map once. */
const worldOf = (name: string): FeatureCollection => {
  const map = getMap(name).geoJSON as unknown as FeatureCollection<Polygon | MultiPolygon>;
  const known = rewound.get(map) ?? rewindAll(map);
  rewound.set(map, known);
  return known;
};

/** For a globe without countries. The tilt is in degrees to the north or south. */
const USUAL_CENTER: Position = [105, 20];
const MAX_TILT = 35;

const turnTo = (features: FeatureCollection['features']): [number, number] => {
  const [east = 0, north = 0] =
    features.length > 0 ? geoCentroid({ type: 'FeatureCollection', features }) : USUAL_CENTER;
  return [-east, -Math.min(Math.max(north, -MAX_TILT), MAX_TILT)];
};

const OCEAN = '#1d3f72';
const LAND = '#5f7698';
const BORDER = '#1d3f72';
const GRID = 'rgba(255,255,255,0.12)';

type Feature = FeatureCollection['features'][number];

const nameOf = ({ properties }: Feature): string => String(properties?.name);

/** Returns the parts of a globe from back to front, with their styles. */
const partsOf = (features: readonly Feature[], colors: Globe['colors']) => [
  { object: { type: 'Sphere' as const }, style: { fill: OCEAN } },
  ...features.map((object) => ({
    object,
    style: { fill: colors[nameOf(object)] ?? LAND, stroke: BORDER, lineWidth: 0.5 },
  })),
  { object: geoGraticule10(), style: { fill: 'none', stroke: GRID, lineWidth: 0.5 } },
];

/**
 * Draws a globe that does not move. The payload has the colours of the countries. Parts on the far side have no path.
 */
const drawGlobe: RenderItem = ({ itemPayload }, api) => {
  const { colors, map = 'world' } = itemPayload as unknown as Globe;
  const { x, y, radius } = placeOf(api, itemPayload);
  const { features } = worldOf(map);
  const turn = turnTo(features.filter((one) => Object.hasOwn(colors, nameOf(one))));
  const path = geoPath(geoOrthographic().translate([x, y]).scale(radius).rotate(turn));
  const children = partsOf(features, colors).flatMap(({ object, style }) => {
    const pathData = path(object);
    return pathData === null ? [] : [{ type: 'path' as const, shape: { pathData }, style }];
  });
  return { type: 'group', children };
};

/** Registers the series type of the globe, so that the option of a picture can name it and remain plain data. */
export const registerGlobe = (): void => registerCustomSeries('globe', drawGlobe);
