import type { Preview } from '../../common/charts/picture.ts';
import { type FreeListBody, freeListTable } from '../../common/charts/tables.ts';

export const preview: Preview<FreeListBody> = freeListTable;
