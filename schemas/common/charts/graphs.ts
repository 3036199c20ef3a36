import { formatNumber, largestOf } from './format-number.ts';
import { type Place, spreadNodes, withoutCycles } from './graph-layout.ts';
import { type ChartPicture, limitTo, NEUTRAL, SERIES_COLORS } from './picture.ts';

interface GraphNode {
  readonly id: string;
  readonly name: string;
  readonly note?: string | undefined;
  /** Relative; 1 if absent. */
  readonly size?: number | undefined;
  readonly color?: string | undefined;
}

export interface GraphLink {
  readonly source: string;
  readonly target: string;
  readonly label?: string | undefined;
}

interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly links: readonly GraphLink[];
}

/** Width in the coordinates of layered graphs. Width and height have the ratio of a picture. */
const LAYOUT_WIDTH = 300;
const LAYOUT_HEIGHT = 180;

const NODE_SIZE = 22;
const MAX_LABEL_WIDTH = 110;
const PICTURE_WIDTH = 340;

const labelOf = ({ name, note }: GraphNode): string => (note ? `${name}\n${note}` : name);

const toNode = (node: GraphNode) => ({
  id: node.id,
  name: node.name,
  symbolSize: Math.round(NODE_SIZE * (node.size ?? 1)),
  label: { formatter: labelOf(node) },
  ...(node.color !== undefined && { itemStyle: { color: node.color } }),
});

const toLink = ({ source, target, label }: GraphLink) => ({
  source,
  target,
  ...(label && { label: { show: true, formatter: label } }),
});

const commonOption = ({ links }: Graph) => ({
  type: 'graph',
  roam: false,
  preserveAspect: true,
  lineStyle: { width: 1.5, opacity: 0.7, color: NEUTRAL },
  edgeSymbol: ['none', 'arrow'],
  edgeSymbolSize: 6,
  edgeLabel: { fontSize: 10, opacity: 1 },
  links: links.map(toLink),
});

/** Levels count from 0. */
type Levels = ReadonlyMap<string, number>;

/** Puts each node one level below the deepest node that links to it. Links that lead back do not count. */
export const levelsByLinks = ({ nodes, links }: Graph): Levels => {
  const levels = new Map(nodes.map(({ id }) => [id, 0]));
  const { kept, order } = withoutCycles(links);
  const linksOf = Map.groupBy(kept, ({ source }) => source);
  for (const id of order) {
    const below = (levels.get(id) ?? 0) + 1;
    for (const { target } of linksOf.get(id) ?? []) levels.set(target, Math.max(levels.get(target) ?? 0, below));
  }
  return levels;
};

const MAX_NODES = 300;

/** Leaves out the nodes beyond the limit, and their links. */
const limitNodes = ({ nodes, links }: Graph) => {
  const { shown, notes } = limitTo(nodes, MAX_NODES, 'nodes');
  const ids = new Set(shown.map(({ id }) => id));
  const isShown = ({ source, target }: GraphLink): boolean => ids.has(source) && ids.has(target);
  return { graph: { nodes: shown, links: links.filter(isShown) }, notes };
};

interface PlacedGraph {
  readonly graph: Graph;
  readonly notes: readonly string[];
  readonly data: readonly object[];
  readonly top: number;
  readonly bottom: number;
  readonly label: object;
}

/** Draws a graph whose nodes have their places, with the names below the nodes. */
const graphPicture = ({ graph, notes, data, top, bottom, label }: PlacedGraph): ChartPicture => ({
  kind: 'chart',
  option: {
    tooltip: { trigger: 'item' },
    series: [
      {
        ...commonOption(graph),
        layout: 'none',
        left: 50,
        right: 50,
        top,
        bottom,
        label: { show: true, position: 'bottom', fontSize: 11, ...label },
        data,
      },
    ],
  },
  names: graph.nodes.map(({ name }) => name),
  notes,
});

export const layeredGraph = (all: Graph, levels: Levels, direction: 'down' | 'right'): ChartPicture => {
  const { graph, notes } = limitNodes(all);
  const levelOf = (id: string): number => levels.get(id) ?? 0;
  const rows = [...Map.groupBy(graph.nodes, ({ id }) => levelOf(id))].sort(([a], [b]) => a - b);
  const isDown = direction === 'down';
  const data = rows.flatMap(([, nodes], row) =>
    nodes.map((node, index) => {
      const [along, across] = [(row + 0.5) / rows.length, (index + 0.5) / nodes.length];
      const [x, y] = isDown ? [across, along] : [along, across];
      return { ...toNode(node), x: Math.round(x * LAYOUT_WIDTH), y: Math.round(y * LAYOUT_HEIGHT) };
    }),
  );
  const beside = isDown
    ? largestOf(
        rows.map(([, nodes]) => nodes.length),
        1,
      )
    : rows.length;
  const width = Math.min(Math.round(PICTURE_WIDTH / beside), MAX_LABEL_WIDTH);
  const label = { width, overflow: 'break' };
  return graphPicture({ graph, notes, data, top: 30, bottom: 50, label });
};

/** Puts nodes in levels, ordered so that few links cross each other. */
const startOf = (graph: Graph): ReadonlyMap<string, Place> => {
  const levels = [...Map.groupBy(levelsByLinks(graph), ([, level]) => level).values()];
  return new Map(
    levels.flatMap((ids, level) =>
      ids.map(([id], index) => [
        id,
        {
          x: ((level + 0.5) / levels.length - 0.5) * LAYOUT_WIDTH + index,
          y: ((index + 0.5) / ids.length - 0.5) * LAYOUT_HEIGHT + level,
        },
      ]),
    ),
  );
};

export const forceGraph = (all: Graph): ChartPicture => {
  const { graph, notes } = limitNodes(all);
  const places = spreadNodes(startOf(graph), graph.links);
  const data = graph.nodes.map((node) => ({ ...toNode(node), ...places.get(node.id) }));
  return graphPicture({ graph, notes, data, top: 24, bottom: 44, label: {} });
};

/** The top level has the smallest `zIndex`. */
export interface TreeBody {
  readonly nodes: readonly {
    readonly id: string;
    readonly zIndex: number;
    readonly name: string;
    readonly value: number | string;
    readonly scale?: number;
  }[];
  readonly links: readonly { readonly source: string; readonly target: string }[];
  readonly childrenNodes?: readonly unknown[];
}

/** Draws a hierarchy with one row of nodes for each level. */
export const treeGraph = ({ nodes, links, childrenNodes = [] }: TreeBody): ChartPicture => {
  const levels = [...new Set(nodes.map(({ zIndex }) => zIndex))].sort((a, b) => a - b);
  const graph = {
    nodes: nodes.map(({ id, name, value, zIndex, scale }) => ({
      id,
      name,
      note: formatNumber(value),
      size: scale,
      color: SERIES_COLORS[levels.indexOf(zIndex) % SERIES_COLORS.length],
    })),
    links: links.map(({ source, target }) => ({ source, target })),
  };
  const picture = layeredGraph(graph, new Map(nodes.map(({ id, zIndex }) => [id, zIndex])), 'down');
  const inner = childrenNodes.length;
  const notes = inner > 0 ? [`The diagrams inside ${inner} ${inner === 1 ? 'node' : 'nodes'} are not drawn`] : [];
  return { ...picture, notes: [...(picture.notes ?? []), ...notes] };
};
