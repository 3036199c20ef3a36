import { dial } from '../../common/charts/gauges.ts';
import type { Preview } from '../../common/charts/picture.ts';

interface Body {
  readonly name: string;
  readonly percent: number;
}

export const preview: Preview<Body> = ({ name, percent }) => dial(name, percent);
