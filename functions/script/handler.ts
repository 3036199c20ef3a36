import { validators } from '#validators/script';
import { shape as scriptedChart } from '../../schemas/script/scripted-chart/shape.ts';
import { createHandler } from '../../shared/handler/create-handler.ts';

export const handler = createHandler({ shapes: [scriptedChart], validators });
