/** The index of a node by its id, for bodies whose links hold indexes; of an unknown id, that id. */
export const createIndexOf = (nodes: readonly { readonly id: string }[]): ((id: string) => number | string) => {
  const indexes = new Map(nodes.map(({ id }, index) => [id, index]));
  return (id) => indexes.get(id) ?? id;
};
