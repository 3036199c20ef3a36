import { withoutCycles } from '../../common/charts/graph-layout.ts';
import { limitTo, type Preview } from '../../common/charts/picture.ts';

interface Body {
  readonly nodes: readonly { readonly name: string }[];
  readonly links: readonly Readonly<Record<string, number>>[];
}

const toLink = ({ from, to, weight, source = from, target = to, value = weight }: Body['links'][number]) => ({
  source: String(source),
  target: String(target),
  value: Math.max(value ?? 0, 0),
});

type Link = ReturnType<typeof toLink>;

/** Libraries that draw Sankey diagrams from left to right refuse links that close a cycle. */
const describeBackward = (backward: readonly Link[], nodes: Body['nodes']): string => {
  const nameOf = (index: string): string => nodes[Number(index)]?.name ?? index;
  const [first] = backward;
  const example = first ? `${nameOf(first.source)} to ${nameOf(first.target)}` : '';
  const more = backward.length - 1;
  return more === 0
    ? `the link from ${example} leads back and closes a cycle`
    : `links from ${example} and ${more} more lead back and close cycles`;
};

const MAX_NODES = 200;

export const preview: Preview<Body> = ({ nodes: all, links }) => {
  const { shown: nodes, notes } = limitTo(all, MAX_NODES, 'nodes');
  const { kept, backward } = withoutCycles(links.map(toLink));
  const isShown = ({ source, target }: Link): boolean => Math.max(Number(source), Number(target)) < nodes.length;
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
          links: kept.filter(isShown),
        },
      ],
    },
    names: nodes.map(({ name }) => name),
    notes,
    ...(backward.length > 0 && { faults: [describeBackward(backward, all)] }),
  };
};
