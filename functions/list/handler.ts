import { validators } from '#validators/list';
import { shape as alarmInformation } from '../../schemas/list/alarm-information/shape.ts';
import { shape as alarmList } from '../../schemas/list/alarm-list/shape.ts';
import { shape as alarmList2 } from '../../schemas/list/alarm-list-2/shape.ts';
import { shape as carouselList } from '../../schemas/list/carousel-list/shape.ts';
import { shape as pagingList } from '../../schemas/list/paging-list/shape.ts';
import { createFunction } from '../../shared/function/create-function.ts';

export const { handler, warmUp } = createFunction({
  shapes: [alarmInformation, alarmList, alarmList2, carouselList, pagingList],
  validators,
});
