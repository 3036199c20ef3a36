import { limitTo, type Preview } from '../../common/charts/picture.ts';

interface Body {
  readonly nodes: readonly { readonly name: string }[];
  readonly links: readonly { readonly source: number; readonly target: number; readonly value: number }[];
}

const MAX_NODES = 60;

export const preview: Preview<Body> = ({ nodes: all, links }) => {
  const { shown: nodes, notes } = limitTo(all, MAX_NODES, 'nodes');
  const isShown = ({ source, target }: Body['links'][number]): boolean => Math.max(source, target) < nodes.length;
  return {
    kind: 'chart',
    option: {
      tooltip: { trigger: 'item' },
      series: [
        {
          type: 'chord',
          radius: ['62%', '68%'],
          center: ['50%', '50%'],
          padAngle: 3,
          minAngle: 6,
          label: { show: true, position: 'outside' },
          lineStyle: { color: 'source', opacity: 0.35 },
          data: nodes.map(({ name }, index) => ({ id: String(index), name })),
          links: links.filter(isShown).map(({ source, target, value }) => ({
            source: String(source),
            target: String(target),
            value: Math.max(value, 0),
          })),
        },
      ],
    },
    names: nodes.map(({ name }) => name),
    notes,
  };
};
