import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { Path } from './read-yaml.ts';
import { type Position, positionAt } from './text-position.ts';

const stepsOf = (path: string): Path =>
  [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));

/** Returns undefined if the document is nested too deeply for the parser. */
const parsePlaces = (text: string): Node | undefined => {
  try {
    return parseTree(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** In UTF-16 units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** Returns a function that finds the value at a path such as `series[0].value`, or the nearest part that exists. */
export const createJsonFinder = (text: string): ((path: string) => Span | undefined) => {
  const tree = parsePlaces(text);
  return (path) => {
    let steps = stepsOf(path);
    let node = tree && findNodeAtLocation(tree, [...steps]);
    while (tree && !node && steps.length > 0) {
      steps = steps.slice(0, -1);
      node = findNodeAtLocation(tree, [...steps]);
    }
    return node;
  };
};

/** Finds a path that does not exist at its nearest part that exists. */
export const createJsonLocator = (text: string): ((path: string) => Position) => {
  const find = createJsonFinder(text);
  return (path) => positionAt(text, find(path)?.offset ?? 0);
};
