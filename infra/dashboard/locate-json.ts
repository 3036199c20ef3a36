import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { Path, Position } from './read-yaml.ts';

const positionAt = (text: string, offset: number): Position => {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
};

const stepsOf = (path: string): Path =>
  [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));

/** The document's places; none where it is nested deeper than the stack. */
const parsePlaces = (text: string): Node | undefined => {
  try {
    return parseTree(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** A function from the paths of a JSON document (`series[0].value`) to where they stand in its text, or the nearest part that is there. */
export const createJsonLocator = (text: string): ((path: string) => Position) => {
  const tree = parsePlaces(text);
  return (path) => {
    let steps = stepsOf(path);
    let node = tree && findNodeAtLocation(tree, [...steps]);
    while (tree && !node && steps.length > 0) {
      steps = steps.slice(0, -1);
      node = findNodeAtLocation(tree, [...steps]);
    }
    return positionAt(text, node?.offset ?? 0);
  };
};
