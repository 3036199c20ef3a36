import { withoutCircles } from '../../common/charts/circles.ts';
import type { Preview } from '../../common/charts/picture.ts';

interface Body {
  readonly nodes: readonly { readonly name: string }[];
  readonly links: readonly Readonly<Record<string, number>>[];
}

/** Reads a link in either notation. */
const toLink = ({ from, to, weight, source = from, target = to, value = weight }: Body['links'][number]) => ({
  source: String(source),
  target: String(target),
  value: Math.max(value ?? 0, 0),
});

export const preview: Preview<Body> = ({ nodes, links }) => {
  const { kept, dropped } = withoutCircles(links.map(toLink));
  return {
    kind: 'chart',
    option: {
      tooltip: { trigger: 'item' },
      series: [
        {
          type: 'sankey',
          left: 12,
          right: 96,
          top: 14,
          bottom: 14,
          nodeWidth: 12,
          nodeGap: 12,
          draggable: false,
          lineStyle: { color: 'source', opacity: 0.4 },
          data: nodes.map(({ name }, index) => ({ id: String(index), name, label: { formatter: name } })),
          links: kept,
        },
      ],
    },
    names: nodes.map(({ name }) => name),
    ...(dropped > 0 && { notes: [`${dropped} of ${links.length} links lead back and are not drawn`] }),
  };
};
