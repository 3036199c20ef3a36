import { validators } from '#validators/funnel';
import { shape as funnel } from '../../schemas/funnel/funnel-chart/shape.ts';
import { createHandler } from '../../shared/handler/create-handler.ts';

export const handler = createHandler({ shapes: [funnel], validators });
