import type { Preview } from '../../common/charts/picture.ts';
import { pies } from '../../common/charts/pies.ts';
import { type Dataset, datasetOf } from '../../common/charts/tables.ts';

export const preview: Preview<{ source: Dataset }> = (body) => {
  const [labels = [], values = []] = datasetOf(body);
  return pies([
    { title: '', slices: labels.map((name, index) => ({ name: String(name), value: Number(values[index]) })) },
  ]);
};
