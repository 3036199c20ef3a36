import type { Preview } from '../../common/charts/picture.ts';
import { type RadarBody, radars } from '../../common/charts/radars.ts';

export const preview: Preview<RadarBody> = (body) => radars([body]);
