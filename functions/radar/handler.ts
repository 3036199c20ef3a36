import { validators } from '#validators/radar';
import { shape as radar3d } from '../../schemas/radar/3d-radar-chart/shape.ts';
import { shape as radar } from '../../schemas/radar/radar-chart/shape.ts';
import { shape as rotatingRadar } from '../../schemas/radar/rotating-radar-chart/shape.ts';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({ shapes: [radar3d, radar, rotatingRadar], validators });
