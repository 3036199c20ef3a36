import type { Preview } from '../../common/charts/picture.ts';
import { tiles } from '../../common/charts/tables.ts';

interface Body {
  readonly value: number | string;
  readonly unit: string;
}

export const preview: Preview<Body> = ({ value, unit }, component) => tiles([{ name: component, value, unit }]);
