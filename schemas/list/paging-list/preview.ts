import { type FreeListBody, freeListTable } from '../../common/charts/free-list-table.ts';
import type { Preview } from '../../common/charts/picture.ts';

export const preview: Preview<FreeListBody> = freeListTable;
