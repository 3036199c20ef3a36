import { horizontalBars } from '../../common/charts/bars.ts';
import type { Preview } from '../../common/charts/picture.ts';
import { tiles } from '../../common/charts/tables.ts';

interface Overview {
  readonly picedata: { readonly name: string; readonly value: number };
  readonly datamap: readonly { readonly key: string; readonly pice: number }[];
}

export const preview: Preview<Overview | { data: Overview }> = (body) => {
  const { picedata, datamap } = 'data' in body ? body.data : body;
  return {
    kind: 'several',
    direction: 'row',
    pictures: [
      { title: '', picture: tiles([picedata]), weight: 2 },
      { title: '', picture: horizontalBars(datamap.map(({ key, pice }) => ({ name: key, value: pice }))), weight: 3 },
    ],
  };
};
