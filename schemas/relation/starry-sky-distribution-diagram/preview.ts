import { largestOf } from '../../common/charts/format-number.ts';
import { forceGraph } from '../../common/charts/graphs.ts';
import type { Preview } from '../../common/charts/picture.ts';

interface Body {
  readonly group: readonly { readonly id: number; readonly name: string; readonly color: string }[];
  readonly series: readonly { readonly name: string; readonly groupId: number; readonly value: number }[];
}

const GROUP_SIZE = 1.6;
const MIN_SIZE = 0.5;

const groupNode = (id: number): string => `group ${id}`;

export const preview: Preview<Body> = ({ group, series }) => {
  const largest =
    largestOf(
      series.map(({ value }) => value),
      0,
    ) || 1;
  const colorOf = new Map(group.map(({ id, color }) => [id, color]));
  const stars = series.map(({ name, groupId, value }, index) => ({
    id: String(index),
    name,
    color: colorOf.get(groupId),
    size: MIN_SIZE + (0.5 * Math.max(value, 0)) / largest,
  }));
  return forceGraph({
    nodes: [...group.map(({ id, name, color }) => ({ id: groupNode(id), name, color, size: GROUP_SIZE })), ...stars],
    links: series.map(({ groupId }, index) => ({ source: groupNode(groupId), target: String(index) })),
  });
};
