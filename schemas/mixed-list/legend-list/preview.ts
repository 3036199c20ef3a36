import type { Preview } from '../../common/charts/picture.ts';
import { type KeyedListBody, keyedListPicture } from '../../common/charts/tables.ts';

export const preview: Preview<KeyedListBody> = keyedListPicture;
