import { validators } from '#validators/mixed-list';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    'alarm-fault-list': () => import('../../schemas/mixed-list/alarm-fault-list/shape.ts'),
    'legend-list': () => import('../../schemas/mixed-list/legend-list/shape.ts'),
    'multi-field-list': () => import('../../schemas/mixed-list/multi-field-list/shape.ts'),
    'radar-chart-list': () => import('../../schemas/mixed-list/radar-chart-list/shape.ts'),
    'radar-chart-list-2': () => import('../../schemas/mixed-list/radar-chart-list-2/shape.ts'),
  },
});
