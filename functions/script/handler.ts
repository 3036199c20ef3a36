import { validators } from '#validators/script';
import { shape as scriptedChart } from '../../schemas/script/scripted-chart/shape.ts';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({ shapes: [scriptedChart], validators });
