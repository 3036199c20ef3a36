import { validators } from '#validators/mixed-bar';
import { shape as barLine3d } from '../../schemas/mixed-bar/3d-bar-line-chart/shape.ts';
import { shape as barLine } from '../../schemas/mixed-bar/bar-line-chart/shape.ts';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({ shapes: [barLine3d, barLine], validators });
