import type { Preview } from '../../common/charts/picture.ts';

interface Node {
  readonly name: string;
  readonly value: number;
  readonly children?: readonly Node[];
}

const HEADING_HEIGHT = 18;

const namesOf = ({ name, children = [] }: Node): readonly string[] => [name, ...children.flatMap(namesOf)];

export const preview: Preview<{ children: readonly Node[] }> = ({ children }) => ({
  kind: 'chart',
  option: {
    tooltip: { trigger: 'item' },
    series: [
      {
        type: 'treemap',
        left: 10,
        right: 10,
        top: 10,
        bottom: 10,
        roam: false,
        nodeClick: false,
        label: { fontSize: 11, formatter: '{b}', padding: 1 },
        upperLabel: { show: true, height: HEADING_HEIGHT, fontSize: 11 },
        levels: [{ upperLabel: { show: false }, itemStyle: { gapWidth: 4 } }, { itemStyle: { gapWidth: 2 } }],
        data: children,
      },
    ],
  },
  names: children.flatMap(namesOf),
});
