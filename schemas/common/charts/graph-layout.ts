interface Link {
  readonly source: string;
  readonly target: string;
}

interface LinksWithoutCycles<One extends Link> {
  readonly kept: readonly One[];
  /** Links that lead back. */
  readonly backward: readonly One[];
  /** Nodes with links. A node comes before the nodes that its links lead to. */
  readonly order: readonly string[];
}

/** Removes links to an earlier node of their own path, and links from a node to itself. */
export const withoutCycles = <One extends Link>(links: readonly One[]): LinksWithoutCycles<One> => {
  const linksOf = Map.groupBy(links, ({ source }) => source);
  const backward = new Set<One>();
  const isOpen = new Map<string, boolean>();
  const finished: string[] = [];
  const open = (node: string) => {
    isOpen.set(node, true);
    return { node, left: (linksOf.get(node) ?? []).values() };
  };
  for (const { source } of links) {
    const path = isOpen.has(source) ? [] : [open(source)];
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const { value: link, done } = last.left.next();
      if (done) {
        isOpen.set(last.node, false);
        finished.push(last.node);
        path.pop();
      } else if (!isOpen.has(link.target)) path.push(open(link.target));
      else if (isOpen.get(link.target)) backward.add(link);
    }
  }
  const kept = links.filter((link) => !backward.has(link));
  return { kept, backward: [...backward], order: finished.reverse() };
};

export interface Place {
  readonly x: number;
  readonly y: number;
}

interface Moving {
  x: number;
  y: number;
}

const LINK_LENGTH = 60;

const MAX_STEPS = 240;

/** Each step compares all pairs of nodes, so large graphs have fewer steps. */
const MAX_COMPARISONS = 4_000_000;

const START_HEAT = 8;
const PULL = 0.04;

/** Factors that pull nodes to the middle: less across than down, because a picture is wider than high. */
const [SHRINK_X, SHRINK_Y] = [0.985, 0.97];

/** Pushes two nodes apart. The nearer they are, the stronger the force. */
const repel = (one: Moving, other: Moving, heat: number): void => {
  const [dx, dy] = [one.x - other.x, one.y - other.y];
  const square = Math.max(dx * dx + dy * dy, 1);
  const push = Math.min((heat * LINK_LENGTH * LINK_LENGTH) / (square * Math.sqrt(square)), 1);
  one.x += dx * push;
  one.y += dy * push;
  other.x -= dx * push;
  other.y -= dy * push;
};

const attract = (one: Moving, other: Moving, heat: number): void => {
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const distance = Math.hypot(dx, dy) || 1;
  const pull = (heat * PULL * (distance - LINK_LENGTH)) / distance;
  one.x += dx * pull;
  one.y += dy * pull;
  other.x -= dx * pull;
  other.y -= dy * pull;
};

const repelAll = (nodes: readonly Moving[], heat: number): void => {
  nodes.forEach((one, index) => {
    for (let next = index + 1; next < nodes.length; next++) repel(one, nodes[next] as Moving, heat);
  });
};

const shrink = (node: Moving): void => {
  node.x *= SHRINK_X;
  node.y *= SHRINK_Y;
};

/**
 * Moves nodes until linked nodes are near each other and all others are apart. The same start gives the same places.
 * @param start a place for each node. No two places may be equal.
 */
export const spreadNodes = (start: ReadonlyMap<string, Place>, links: readonly Link[]): ReadonlyMap<string, Place> => {
  const places = new Map<string, Moving>(Array.from(start, ([id, { x, y }]) => [id, { x, y }]));
  const nodes = [...places.values()];
  const pairs = links.map(({ source, target }) => [places.get(source), places.get(target)] as const);
  const steps = Math.min(MAX_STEPS, Math.floor(MAX_COMPARISONS / Math.max(nodes.length ** 2, 1)));
  for (let step = 0; step < steps; step++) {
    const heat = START_HEAT * (1 - step / steps);
    repelAll(nodes, heat);
    for (const [one, other] of pairs) if (one && other && one !== other) attract(one, other, heat);
    nodes.forEach(shrink);
  }
  return new Map(Array.from(places, ([id, { x, y }]) => [id, { x: Math.round(x), y: Math.round(y) }]));
};
