import { SERIES_COLORS } from './colors.ts';
import { formatNumber } from './format-number.ts';
import { layeredGraph } from './graphs.ts';
import type { ChartPicture } from './picture.ts';

/** A body of nodes in levels. The top level has the smallest `zIndex`. */
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
