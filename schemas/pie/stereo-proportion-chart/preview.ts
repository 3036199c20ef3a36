import type { NamedValues } from '../../common/charts/bars.ts';
import type { Preview } from '../../common/charts/picture.ts';
import { pies } from '../../common/charts/pies.ts';

export const preview: Preview<NamedValues> = ({ series }) =>
  pies(series.length > 0 ? [{ title: '', slices: series }] : [], '', true);
