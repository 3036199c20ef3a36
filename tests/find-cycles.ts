/** Names of nodes, each with the nodes that it leads to. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const reachableFrom = (graph: Graph, start: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const open = [...(graph.get(start) ?? [])];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    open.push(...(graph.get(node) ?? []));
  }
  return found;
};

/** Returns the sorted edges `from -> to` that are on a cycle. The list is empty if the graph has no cycle. */
export const findCycles = (graph: Graph): readonly string[] => {
  const reachable = new Map(Array.from(graph.keys(), (node) => [node, reachableFrom(graph, node)]));
  return Array.from(graph)
    .flatMap(([from, targets]) =>
      Array.from(targets)
        .filter((to) => reachable.get(to)?.has(from))
        .map((to) => `${from} -> ${to}`),
    )
    .toSorted();
};

/**
 * Builds a graph from edges. `nameOf` maps the end of an edge to the name of its node. Leaves out edges from a node to
 * itself.
 */
export const graphOf = (
  edges: readonly (readonly [from: string, to: string])[],
  nameOf: (path: string) => string,
): Graph => {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges.map(([from, to]) => [nameOf(from), nameOf(to)] as const)) {
    if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }
  return graph;
};
