import type { Preview } from '../../common/charts/picture.ts';
import { type RadarListBody, radarList } from '../../common/charts/radars.ts';

export const preview: Preview<RadarListBody | { data: RadarListBody }> = (body) =>
  radarList('data' in body ? body.data : body);
