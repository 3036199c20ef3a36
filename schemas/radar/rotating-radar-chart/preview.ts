import { withUnit } from '../../common/charts/format-number.ts';
import type { Preview } from '../../common/charts/picture.ts';
import { type RadarBody, radars } from '../../common/charts/radars.ts';
import { type Figure, plainTable } from '../../common/charts/tables.ts';

interface Group {
  readonly name: string;
  readonly value: number;
  readonly data: readonly Figure[];
  readonly radar: RadarBody;
}

/** Removes repeated groups. The body repeats groups if there are too few for the carousel. */
const distinct = (groups: readonly Group[]): readonly Group[] => [
  ...new Map(groups.map((group) => [group.name, group])).values(),
];

const factsOf = ({ data }: Group): string =>
  data.map(({ name, value, unit }) => `${name} ${withUnit(value, unit)}`).join(', ');

export const preview: Preview<{ series: readonly Group[] }> = ({ series }) => {
  const groups = distinct(series);
  const rows = groups.map((group) => [group.name, withUnit(group.value), factsOf(group)]);
  return {
    kind: 'several',
    direction: 'column',
    pictures: [
      { title: '', weight: 5, picture: radars(groups.map(({ name, radar }) => ({ ...radar, title: name }))) },
      { title: '', weight: rows.length + 1, picture: plainTable(rows, ['left', 'right', 'left']) },
    ],
  };
};
