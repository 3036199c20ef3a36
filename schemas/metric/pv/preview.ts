import type { Preview } from '../../common/charts/picture.ts';
import { tiles } from '../../common/charts/tables.ts';

export const preview: Preview<{ data: Readonly<Record<string, unknown>> }> = ({ data }, component) =>
  tiles(Object.values(data).flatMap((value) => (typeof value === 'number' ? [{ name: component, value }] : [])));
