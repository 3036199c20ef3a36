import type { Preview } from '../../common/charts/picture.ts';
import { pies, type Slice } from '../../common/charts/pies.ts';

export const preview: Preview<{ data: readonly Slice[] }> = ({ data }) => pies([{ title: '', slices: data }], '', true);
