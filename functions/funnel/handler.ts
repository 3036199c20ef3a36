import { validators } from '#validators/funnel';
import { shape as funnel } from '../../schemas/funnel/funnel-chart/shape.ts';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({ shapes: [funnel], validators });
