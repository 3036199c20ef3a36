import { validators } from '#validators/mixed-list';
import { shape as alarmFaultList } from '../../schemas/mixed-list/alarm-fault-list/shape.ts';
import { shape as legendList } from '../../schemas/mixed-list/legend-list/shape.ts';
import { shape as multiFieldList } from '../../schemas/mixed-list/multi-field-list/shape.ts';
import { shape as radarChartList } from '../../schemas/mixed-list/radar-chart-list/shape.ts';
import { shape as radarChartList2 } from '../../schemas/mixed-list/radar-chart-list-2/shape.ts';
import { createHandler } from '../../shared/handler/create-handler.ts';

export const handler = createHandler({
  shapes: [alarmFaultList, legendList, multiFieldList, radarChartList, radarChartList2],
  validators,
});
