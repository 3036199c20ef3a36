import { type TreeBody, treeGraph } from '../../common/charts/graphs.ts';
import type { Preview } from '../../common/charts/picture.ts';

export const preview: Preview<TreeBody> = treeGraph;
