import { type AxisBody, axisBodySeries, axisPicture, type Point } from '../../common/charts/axis-picture.ts';
import type { Preview } from '../../common/charts/picture.ts';

interface Body extends AxisBody<Point> {
  readonly xAxis?: readonly { readonly type?: 'time' | 'value' }[];
}

export const preview: Preview<Body> = (body) =>
  axisPicture({
    xTypes: (body.xAxis ?? [{}]).map(({ type = 'value' }) => type),
    yNames: (body.yAxis ?? []).map(({ name = '' }) => name),
    series: axisBodySeries(body, ({ x, y }) => [x, y]),
  });
