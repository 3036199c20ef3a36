import { type BarLineBody, barLinePicture } from '../../common/charts/axis-picture.ts';
import type { Preview } from '../../common/charts/picture.ts';

export const preview: Preview<BarLineBody> = (body) => barLinePicture(body, true);
