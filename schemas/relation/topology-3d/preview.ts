import { formatNumber } from '../../common/charts/format-number.ts';
import { forceGraph, type GraphLink } from '../../common/charts/graphs.ts';
import type { Preview } from '../../common/charts/picture.ts';

interface Body {
  readonly nodes: readonly { readonly id: string; readonly name: string; readonly value: number | string }[];
  readonly links: readonly (GraphLink & { readonly info?: string })[];
}

export const preview: Preview<Body> = ({ nodes, links }) =>
  forceGraph({
    nodes: nodes.map(({ id, name, value }) => ({ id, name, note: formatNumber(value) })),
    links: links.map(({ source, target, info }) => ({ source, target, label: info })),
  });
