import { formatNumber } from '../../common/charts/format-number.ts';
import { type Preview, SEVERE } from '../../common/charts/picture.ts';
import { type Figure, plainTable, tiles } from '../../common/charts/tables.ts';

interface Body {
  readonly infolist: readonly Figure[];
  readonly group: readonly {
    readonly id: number;
    readonly name: string;
    readonly info: readonly { readonly name: string; readonly value: string }[];
  }[];
  readonly series: readonly {
    readonly groupId: number;
    readonly name: string;
    readonly value?: number;
    readonly color?: string;
  }[];
}

export const preview: Preview<Body> = ({ infolist, group, series }) => {
  const nameOf = new Map(group.map(({ id, name }) => [id, name]));
  const faults = series.map(({ groupId, name, value, color = SEVERE }) => [
    { text: name, color },
    nameOf.get(groupId) ?? '',
    value === undefined ? '' : formatNumber(value),
  ]);
  const infos = group.flatMap(({ name, info }) => info.map((one) => [name, one.name, one.value]));
  return {
    kind: 'several',
    direction: 'column',
    pictures: [
      { title: '', weight: 3, picture: tiles(infolist) },
      { title: '', weight: series.length + 1, picture: plainTable(faults, ['left', 'left', 'right']) },
      { title: '', weight: infos.length + 1, picture: plainTable(infos, ['left', 'left', 'left']) },
    ],
  };
};
