import { axisPicture } from '../../common/charts/axis-picture.ts';
import { largestOf } from '../../common/charts/format-number.ts';
import type { Preview } from '../../common/charts/picture.ts';
import { tiles } from '../../common/charts/tables.ts';

interface BarSet {
  readonly name: string;
  readonly list: readonly number[];
}

interface Group {
  readonly id: string;
  readonly totalname: string;
  readonly total: number;
  readonly relatedname: string;
  readonly related: number;
  readonly series: readonly BarSet[];
}

/** A body of style 1 has `series`, a body of style 2 has `singseries`. */
interface Body {
  readonly data: {
    readonly max: string;
    readonly legend: readonly { readonly name: string }[];
    readonly series?: readonly Group[];
    readonly singseries?: { readonly series: readonly BarSet[] };
  };
}

const totalsOf = ({ totalname, total, relatedname, related }: Group) => [
  { name: totalname, value: total },
  { name: relatedname, value: related },
];

const setsOf = ({ id, series }: Group): readonly BarSet[] =>
  series.map(({ name, list }) => ({ name: `${id}\n${name}`, list }));

/** Returns the height of a stack. An axis that ends lower would cut the stack off. */
const heightOf = ({ list }: BarSet): number => list.reduce((sum, value) => sum + Math.max(value, 0), 0);

export const preview: Preview<Body> = ({ data: { max, legend, series = [], singseries } }) => {
  const sets = singseries?.series ?? series.flatMap(setsOf);
  const chart = axisPicture({
    categories: sets.map(({ name }) => name),
    isDeep: true,
    ...(Number(max) >= largestOf(sets.map(heightOf), 1) && { yMax: Number(max) }),
    series: legend.map(({ name }, index) => ({
      name,
      type: 'bar',
      stack: 'all',
      data: sets.map(({ list }) => list[index]),
    })),
  });
  if (series.length === 0) return chart;
  return {
    kind: 'several',
    direction: 'column',
    pictures: [
      { title: '', weight: 1, picture: tiles(series.flatMap(totalsOf)) },
      { title: '', weight: 3, picture: chart },
    ],
  };
};
