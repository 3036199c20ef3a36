interface Link {
  readonly source: string;
  readonly target: string;
}

export interface LinksWithoutCycles<One extends Link> {
  /** The links that are left when `backward` is removed. */
  readonly kept: readonly One[];
  /** The links that were removed because they lead back. */
  readonly backward: readonly One[];
  /** The nodes that have links. Each node comes before the nodes that its links lead to. */
  readonly order: readonly string[];
}

/** Removes links that close a cycle: links to an earlier node of their own path, and links from a node to itself. */
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
