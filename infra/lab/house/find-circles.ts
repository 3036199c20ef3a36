import { dirname } from 'node:path';
import type { Source } from './read-source-files.ts';

/** For each file or folder, the files or folders that it imports from, each with one of the imports. */
type Graph = ReadonlyMap<string, ReadonlyMap<string, string>>;

const graphOf = (sources: readonly Source[], placeOf: (path: string) => string): Graph => {
  const graph = new Map<string, Map<string, string>>();
  for (const { path, imports } of sources) {
    const targets = graph.get(placeOf(path)) ?? new Map<string, string>();
    graph.set(placeOf(path), targets);
    for (const imported of imports) {
      const place = placeOf(imported);
      if (place !== placeOf(path) && !targets.has(place)) targets.set(place, `${path} imports ${imported}`);
    }
  }
  return graph;
};

/** Returns the path of a search from `start` to `end`. `steps` has the predecessor of each place. */
const trail = (steps: ReadonlyMap<string, string>, start: string, end: string): readonly string[] => {
  const places = [end];
  for (let place = end; place !== start; ) {
    place = steps.get(place) ?? start;
    places.unshift(place);
  }
  return places;
};

/** Finds the shortest import cycle. */
const circleThrough = (graph: Graph, start: string): readonly string[] | undefined => {
  const steps = new Map<string, string>();
  const open = [start];
  for (const place of open) {
    for (const next of graph.get(place)?.keys() ?? []) {
      if (next === start) return trail(steps, start, place);
      if (!steps.has(next)) {
        steps.set(next, place);
        open.push(next);
      }
    }
  }
  return undefined;
};

const describeCircle = (graph: Graph, places: readonly string[]): string => {
  const arrows = places.map((place, index) => graph.get(place)?.get(places[(index + 1) % places.length] ?? ''));
  return `${[...places, places[0]].join(' -> ')} (${arrows.join(', ')})`;
};

const circlesOf = (graph: Graph): readonly string[] => {
  const seen = new Set<string>();
  return Array.from(graph.keys())
    .toSorted()
    .flatMap((start) => {
      const places = seen.has(start) ? undefined : circleThrough(graph, start);
      for (const place of places ?? []) seen.add(place);
      return places ? [describeCircle(graph, places)] : [];
    });
};

/** Lists the import cycles between files, each with its imports. Imports of types count too. */
export const fileCircles = (sources: readonly Source[]): readonly string[] =>
  circlesOf(graphOf(sources, (path) => path));

/**
 * Lists the import cycles between folders at every depth. Imports of types count too. At depth 2, a file belongs to the
 * folder with the first two names of its path.
 */
export const folderCircles = (sources: readonly Source[]): readonly string[] => {
  const deepest = Math.max(...sources.map(({ path }) => path.split('/').length));
  const atDepth = (depth: number) => (path: string) => dirname(path).split('/').slice(0, depth).join('/');
  const circles = Array.from({ length: deepest }, (_, depth) => circlesOf(graphOf(sources, atDepth(depth + 1))));
  return [...new Set(circles.flat())];
};
