import { validators } from '#validators/bar';
import { shape as bar3d } from '../../schemas/bar/3d-bar-chart/shape.ts';
import { shape as bar3d2 } from '../../schemas/bar/3d-bar-chart-2/shape.ts';
import { shape as stackedBar } from '../../schemas/bar/3d-stacked-bar-chart/shape.ts';
import { shape as bar } from '../../schemas/bar/bar-chart/shape.ts';
import { shape as colorBar } from '../../schemas/bar/color-bar-chart/shape.ts';
import { shape as gradientBar } from '../../schemas/bar/gradient-bar-chart/shape.ts';
import { shape as summaryBar } from '../../schemas/bar/summary-bar-chart/shape.ts';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({
  shapes: [bar3d, bar3d2, stackedBar, bar, colorBar, gradientBar, summaryBar],
  validators,
});
