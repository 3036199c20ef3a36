import { mapFor } from '../../common/charts/known-names.ts';
import { mapChart, type Region } from '../../common/charts/map-chart.ts';
import { colorAt, type Preview } from '../../common/charts/picture.ts';

interface Body {
  readonly value: number;
  readonly unit: string;
  readonly legend?: { readonly data: readonly { readonly name: string }[] };
  readonly series: readonly (Region & { readonly legendNo?: number })[];
}

/** Draws a map. The component 3D Map shows China or the world, depending on the names. */
export const preview: Preview<Body> = ({ value, unit, legend, series }, component) =>
  mapChart({
    isDeep: component === '3D Map',
    map: mapFor(series.map(({ name }) => name)),
    value,
    unit,
    legend: (legend?.data ?? []).map(({ name }, index) => ({ name, color: colorAt(index) })),
    regions: series.map(({ name, value: amount, legendNo }) => ({
      name,
      value: amount,
      ...(legend && legendNo !== undefined && { color: colorAt(legendNo) }),
    })),
  });
