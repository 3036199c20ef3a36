import { validators } from '#validators/mixed-bar';
import { shape as barLine3d } from '../../schemas/mixed-bar/3d-bar-line-chart/shape.ts';
import { shape as barLine } from '../../schemas/mixed-bar/bar-line-chart/shape.ts';
import { createHandler } from '../../shared/handler/create-handler.ts';

export const handler = createHandler({ shapes: [barLine3d, barLine], validators });
