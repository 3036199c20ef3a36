/** Returns a function from a node's id to its index. It returns an unknown id as it is, so that the rules refuse it. */
export const createIndexOf = (nodes: readonly { readonly id: string }[]): ((id: string) => number | string) => {
  const indexes = new Map(nodes.map(({ id }, index) => [id, index]));
  return (id) => indexes.get(id) ?? id;
};
