import { option } from '../../../shared/catalogue/option.ts';
import { sameLength, within } from '../../../shared/catalogue/rules.ts';
import { defineShape, reference } from '../../../shared/catalogue/shape.ts';
import { number, numberOrText, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { uniqueKeys } from '../../../shared/tabular/key-checks.ts';
import { groupBy } from '../../../shared/tabular/pivot.ts';
import { foldRadar, radarColumns, radarKeys } from '../../common/radar.ts';

const CAROUSEL_GROUPS = 3;

const fillCarousel = <Group>(groups: readonly Group[]): readonly Group[] =>
  groups.length < CAROUSEL_GROUPS ? [...groups, ...groups, ...groups].slice(0, CAROUSEL_GROUPS) : groups;

export const shape = defineShape({
  id: 'S24',
  name: 'rotating-radar-chart',
  components: ['Rotating Radar Chart'],
  tables: {
    groups: table({ name: text, value: number }, { keys: [uniqueKeys('name')] }),
    items: table({ group: text, name: text, value: numberOrText }),
    radars: table({ group: text, ...radarColumns }, { keys: radarKeys('group') }),
  },
  options: {
    fill: option.described(
      option.optional(option.number),
      'the number for pairs that no row has; without it, every pair needs a row',
    ),
  },
  references: [reference('items.group', 'groups.name', 'series'), reference('radars.group', 'groups.name', 'series')],
  rules: [within('series[].radar', sameLength('indicator', 'series[].value'))],
  fold({ groups, items, radars }, { fill }) {
    const itemsOf = groupBy(items, 'group');
    const radarOf = groupBy(radars, 'group');
    const series = groups.map(({ name, value }) => ({
      name,
      value,
      data: (itemsOf.get(name) ?? []).map(({ group: _, ...item }) => item),
      radar: foldRadar(radarOf.get(name) ?? [], fill),
    }));
    return { series: fillCarousel(series) };
  },
});
