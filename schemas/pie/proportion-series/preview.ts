import { withUnit } from '../../common/charts/format-number.ts';
import { gauges } from '../../common/charts/gauges.ts';
import type { Preview } from '../../common/charts/picture.ts';
import { type Pie, pies } from '../../common/charts/pies.ts';

interface Item {
  readonly name: string | number;
  readonly value: number;
}

/** Returns the name of each tank: the title of its group, with the slice's own name if the group has several slices. */
const tanksOf = ({ title, slices }: Pie) =>
  slices.map(({ name, value }) => {
    const names = slices.length > 1 || title === '' ? [title, name] : [title];
    return { name: names.filter(Boolean).join(' '), value };
  });

/** The body has the form of the reading `table` or `sample`. */
interface Body {
  readonly value?: number;
  readonly unit?: string;
  readonly series?: readonly { readonly name: string; readonly data: readonly Item[] }[];
  readonly data?: readonly (Item & { readonly unit: string })[];
}

const toSlice = ({ name, value }: Item) => ({ name: String(name), value });

const piesOf = ({ series, data = [] }: Body): readonly Pie[] =>
  series?.map((one) => ({ title: one.name, slices: one.data.map(toSlice) })) ??
  (data.length > 0 ? [{ title: '', slices: data.map(toSlice) }] : []);

export const preview: Preview<Body> = (body, component) => {
  const { value, data, unit = data?.[0]?.unit ?? '' } = body;
  const groups = piesOf(body);
  if (component === '3D Water Column Chart') {
    return gauges(
      groups.flatMap(tanksOf).map((tank) => ({ ...tank, unit })),
      'tank',
    );
  }
  return pies(groups, value === undefined ? '' : withUnit(value, unit), component.startsWith('3D '));
};
