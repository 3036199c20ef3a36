/**
 * Creates a function that returns the index of a node by its id. The function returns an unknown id unchanged, so that
 * the rules refuse it.
 */
export const createIndexOf = (nodes: readonly { readonly id: string }[]): ((id: string) => number | string) => {
  const indexes = new Map(nodes.map(({ id }, index) => [id, index]));
  return (id) => indexes.get(id) ?? id;
};
