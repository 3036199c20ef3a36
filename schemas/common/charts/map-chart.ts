import { largestOf, smallestOf, withUnit } from './format-number.ts';
import { nameOnMap, unknownOn } from './known-names.ts';
import { type ChartPicture, type MapName, shade } from './picture.ts';

export interface Region {
  readonly name: string;
  readonly value: number;
  readonly color?: string | undefined;
}

export interface LegendEntry {
  readonly name: string;
  readonly color: string;
}

export interface MapChart {
  readonly map: MapName;
  readonly regions: readonly Region[];
  readonly unit?: string;
  readonly value?: number;
  readonly legend?: readonly LegendEntry[];
  /** True for a plate with an edge. */
  readonly isDeep?: boolean;
}

const WORLD_BOUNDS = [
  [-170, 80],
  [190, -56],
];

const MAX_WORLD_LABELS = 10;

/** Returns a colour for each region: the smaller the value, the paler the colour. */
const shades = (regions: readonly Region[]): readonly string[] => {
  const values = regions.map(({ value }) => value);
  const [low, high] = [smallestOf(values), largestOf(values)];
  return values.map((value) => shade(high === low ? 1 : (value - low) / (high - low)));
};

const geoOf = ({ map, regions }: MapChart) => {
  const colors = shades(regions);
  const isWorld = map === 'world';
  return {
    map,
    roam: false,
    top: 40,
    bottom: 10,
    left: 10,
    right: 10,
    ...(isWorld ? { boundingCoords: WORLD_BOUNDS } : { aspectScale: 1 }),
    label: { show: !isWorld, fontSize: 9 },
    regions: regions.map(({ name, color }, index) => ({
      name: nameOnMap(map, name),
      itemStyle: { areaColor: color ?? colors[index] },
      label: { show: !isWorld || regions.length <= MAX_WORLD_LABELS, fontSize: isWorld ? 10 : 9 },
    })),
  };
};

const EDGE_COLOR = '#16335f';
/** The edge of a map lies so far below it. */
const EDGE_PX = 4;

/** Returns the edge of a map, which is the same map a little lower. */
const edgeOf = ({ regions: _, label: __, top, bottom, ...geo }: ReturnType<typeof geoOf>) => ({
  ...geo,
  top: top + EDGE_PX,
  bottom: bottom - EDGE_PX,
  silent: true,
  itemStyle: { areaColor: EDGE_COLOR, borderColor: EDGE_COLOR },
});

/** Returns a series without points only gives an entry of the legend its colour. */
const legendSeries = ({ name, color }: LegendEntry) => ({
  type: 'scatter',
  coordinateSystem: 'geo',
  name,
  itemStyle: { color, opacity: 1 },
  data: [],
});

/** Draws no values whose names are not on the map. */
export const mapChart = (chart: MapChart): ChartPicture => {
  const { map, regions, unit, value, legend = [], isDeep = false } = chart;
  const geo = geoOf(chart);
  const layers = [...(isDeep ? [edgeOf(geo)] : []), geo];
  const geoIndex = layers.length - 1;
  const names = regions.map(({ name }) => name);
  return {
    kind: 'chart',
    option: {
      ...(value !== undefined && regions.length > 0 && { title: { text: withUnit(value, unit), left: 10, top: 8 } }),
      legend: { show: legend.length > 0, top: 8, right: 10, data: legend.map(({ name }) => name) },
      tooltip: { trigger: 'item', formatter: '{b}: {c}' },
      geo: layers,
      series: [
        { type: 'map', geoIndex, data: regions.map((one) => ({ name: nameOnMap(map, one.name), value: one.value })) },
        ...legend.map((one) => ({ ...legendSeries(one), geoIndex })),
      ],
    },
    names,
    map,
    unknownNames: unknownOn(map, names),
  };
};
