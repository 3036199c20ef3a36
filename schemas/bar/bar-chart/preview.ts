import { type AxisBody, axisBodySeries, axisPicture } from '../../common/charts/axis-picture.ts';
import type { Preview } from '../../common/charts/picture.ts';

interface Body extends AxisBody<number> {
  readonly xAxis: readonly { readonly data: readonly (string | number)[] }[];
}

export const preview: Preview<Body> = (body) => {
  const series = axisBodySeries(body, (value) => value);
  const isLying = body.forward !== '1' && series.every(({ type }) => type === 'bar');
  return axisPicture({
    categories: (body.xAxis[0]?.data ?? []).map(String),
    yNames: (body.yAxis ?? []).map(({ name = '' }) => name),
    isLying,
    series,
  });
};
