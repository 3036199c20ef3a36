import type { Preview } from '../../common/charts/picture.ts';
import { type TreeBody, treeGraph } from '../../common/charts/tree-graph.ts';

export const preview: Preview<TreeBody> = treeGraph;
