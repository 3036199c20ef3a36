import { withUnit } from '../../common/charts/format-number.ts';
import { layeredGraph, levelsByLinks } from '../../common/charts/graphs.ts';
import { GOOD, NEUTRAL, type Preview, SEVERE, WARNING } from '../../common/charts/picture.ts';

interface Body {
  readonly data: {
    readonly nodeDataArray: readonly {
      readonly id: string;
      readonly info: { readonly name: string; readonly health: number };
    }[];
    readonly linkeDataArray: readonly { readonly from: string; readonly to: string; readonly respTime: number }[];
  };
}

/** Colours of the interface's health codes. Code 5 means canceled. */
const HEALTH: Readonly<Record<number, string>> = { 0: GOOD, 1: WARNING, 2: SEVERE, 5: NEUTRAL };

const MAX_LABELLED_LINKS = 8;

export const preview: Preview<Body> = ({ data: { nodeDataArray, linkeDataArray } }) => {
  const graph = {
    nodes: nodeDataArray.map(({ id, info: { name, health } }) => ({ id, name, color: HEALTH[health] })),
    links: linkeDataArray.map(({ from, to, respTime }) => ({
      source: from,
      target: to,
      label: linkeDataArray.length <= MAX_LABELLED_LINKS ? withUnit(respTime, 'ms') : '',
    })),
  };
  return layeredGraph(graph, levelsByLinks(graph), 'right');
};
