import type { Value } from './read-value.ts';

type Branch<Leaf> = Map<Value, Branch<Leaf> | Leaf>;

/** Finds an object by a list of values, and creates it if the list is new. Does not join the values to a text. */
export type ValueTree<Leaf> = (values: readonly Value[], columns: readonly number[], create: () => Leaf) => Leaf;

/** Creates a tree. Every call must pass the same columns. */
export const createValueTree = <Leaf>(): ValueTree<Leaf> => {
  const root: Branch<Leaf> = new Map();
  return (values, columns, create) => {
    let branch = root;
    const last = columns.length - 1;
    for (let depth = 0; depth < last; depth += 1) {
      const value = values[columns[depth] as number] as Value;
      let next = branch.get(value) as Branch<Leaf> | undefined;
      if (!next) {
        next = new Map();
        branch.set(value, next);
      }
      branch = next;
    }
    const value = last < 0 ? null : (values[columns[last] as number] as Value);
    let leaf = branch.get(value) as Leaf | undefined;
    if (leaf === undefined) {
      leaf = create();
      branch.set(value, leaf);
    }
    return leaf;
  };
};
