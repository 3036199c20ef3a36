import { type KeyedListBody, keyedListPicture } from '../../common/charts/keyed-list-picture.ts';
import type { Preview } from '../../common/charts/picture.ts';

export const preview: Preview<KeyedListBody> = keyedListPicture;
