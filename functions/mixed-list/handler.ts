import { validators } from '#validators/mixed-list';
import { shape as alarmFaultList } from '../../schemas/mixed-list/alarm-fault-list/shape.ts';
import { shape as legendList } from '../../schemas/mixed-list/legend-list/shape.ts';
import { shape as multiFieldList } from '../../schemas/mixed-list/multi-field-list/shape.ts';
import { shape as radarChartList } from '../../schemas/mixed-list/radar-chart-list/shape.ts';
import { shape as radarChartList2 } from '../../schemas/mixed-list/radar-chart-list-2/shape.ts';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({
  shapes: [alarmFaultList, legendList, multiFieldList, radarChartList, radarChartList2],
  validators,
});
