import { horizontalBars } from '../../common/charts/bars.ts';
import { unknownOn } from '../../common/charts/known-names.ts';
import type { Preview } from '../../common/charts/picture.ts';

interface Body {
  readonly data: {
    readonly unit: string;
    readonly data: readonly {
      readonly name: string;
      readonly type: string;
      readonly firstscreen?: number;
      readonly firstScreen?: number;
    }[];
  };
}

/** Draws bars, because they show the values better than a flat drawing of a globe does. */
export const preview: Preview<Body> = ({ data: { unit, data } }) => ({
  ...horizontalBars(
    data.map(({ name, type, firstScreen, firstscreen = firstScreen ?? 0 }) => ({
      name: `${name}  ${type}`,
      value: firstscreen,
      unit,
    })),
  ),
  map: 'world',
  unknownNames: unknownOn(
    'world',
    data.map(({ name }) => name),
  ),
});
