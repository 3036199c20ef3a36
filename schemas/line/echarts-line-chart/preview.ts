import { axisPicture } from '../../common/charts/axis-picture.ts';
import type { Preview } from '../../common/charts/picture.ts';
import { type Dataset, datasetOf } from '../../common/charts/tables.ts';

export const preview: Preview<Dataset | { source: Dataset }> = (body) => {
  const [[, ...labels] = [], ...rows] = datasetOf(body);
  return axisPicture({
    categories: labels.map(String),
    series: rows.map(([name = '', ...data]) => ({ name: String(name), type: 'line', data })),
  });
};
