import type { Preview } from '../../common/charts/picture.ts';
import { plainTable } from '../../common/charts/tables.ts';

interface Body {
  readonly color: string;
  readonly title: string;
  readonly series: readonly { readonly name: string; readonly value: string }[] | null;
}

/** Draws a list below its title. The component is hidden while `series` is null. */
export const preview: Preview<Body> = ({ color, title, series }) => ({
  kind: 'several',
  direction: 'column',
  pictures: series
    ? [
        { title: '', picture: plainTable([[{ text: title, color }]], ['left']) },
        {
          title: '',
          weight: Math.max(series.length, 1),
          picture: plainTable(
            series.map(({ name, value }) => [name, value]),
            ['left', 'left'],
          ),
        },
      ]
    : [],
});
