import { horizontalBars } from '../../common/charts/bars.ts';
import { globe } from '../../common/charts/depth.ts';
import { unknownOn } from '../../common/charts/known-names.ts';
import { ACCENT, type Preview } from '../../common/charts/picture.ts';

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

/** Place in percent. The bars are on the globe's right. */
const GLOBE = { x: 24, y: 50, width: 48, radius: 88 };
const BARS_LEFT = '47%';

/** Draws a globe, and bars beside it, because they show the values better than a globe does. */
export const preview: Preview<Body> = ({ data: { unit, data } }) => {
  const names = data.map(({ name }) => name);
  const bars = horizontalBars(
    data.map(({ name, type, firstScreen, firstscreen = firstScreen ?? 0 }) => ({
      name: `${name}  ${type}`,
      value: firstscreen,
      unit,
    })),
  );
  const { grid, series, ...option } = bars.option as { readonly grid: object; readonly series: readonly object[] };
  const colors = Object.fromEntries(names.map((name) => [name, ACCENT]));
  return {
    ...bars,
    option: { ...option, grid: { ...grid, left: BARS_LEFT }, series: [...series, globe({ ...GLOBE, colors })] },
    names,
    map: 'world',
    unknownNames: unknownOn('world', names),
  };
};
