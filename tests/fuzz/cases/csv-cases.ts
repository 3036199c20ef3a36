import fc from 'fast-check';
import { mapTables } from '../../schemas/csv-cells.ts';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import { type Damage, damage, randomBytes } from './damage-bytes.ts';
import type { FuzzCase } from './fuzz-case.ts';
import { requestOf } from './request-of.ts';
import { type DrawnTables, drawTables } from './table-cells.ts';
import { type Writer, writer } from './write-table.ts';

type Made = Pick<FuzzCase, 'made' | 'expected'> & { readonly objects: Readonly<Record<string, Buffer>> };

const filesOf = (
  { tables, isValid }: DrawnTables,
  { write, isFaithful }: Writer,
  damages: readonly Damage[],
): Made => ({
  made: `${isValid ? 'right' : 'damaged'} tables, ${isFaithful ? 'rightly' : 'oddly'} written, ${damages.length} damages`,
  objects: mapTables(tables, (cells) =>
    damages.reduce<Buffer>((bytes, make) => make(bytes), Buffer.from(write(cells))),
  ),
  ...(isValid && isFaithful && damages.length === 0 && { expected: 'good' as const }),
});

const filesFor = async (endpoint: PlannedEndpoint): Promise<fc.Arbitrary<Made>> => {
  const tables = await drawTables(endpoint);
  const damages = fc.oneof(
    { arbitrary: fc.constant<Damage[]>([]), weight: 6 },
    { arbitrary: fc.array(damage, { minLength: 1, maxLength: 3 }), weight: 1 },
  );
  const names = Object.keys(endpoint.config.tables);
  return fc.oneof(
    {
      arbitrary: fc.tuple(tables, writer, damages).map(([drawn, how, done]) => filesOf(drawn, how, done)),
      weight: 15,
    },
    {
      arbitrary: fc.tuple(...names.map(() => randomBytes)).map(
        (files): Made => ({
          made: 'bytes',
          objects: Object.fromEntries(names.map((name, i) => [name, files[i] ?? Buffer.alloc(0)])),
        }),
      ),
      weight: 1,
    },
  );
};

/** Draws files for the endpoints that read CSV. */
export const csvCases = async (endpoints: readonly PlannedEndpoint[]): Promise<fc.Arbitrary<FuzzCase>> => {
  const open = endpoints.filter(({ kind, config }) => kind === 'csv' && config.tokens.length === 0);
  const files = new Map(await Promise.all(open.map(async (endpoint) => [endpoint, await filesFor(endpoint)] as const)));
  return fc.constantFrom(...files).chain(([endpoint, made]) =>
    fc.tuple(made, fc.nat(19)).map(([{ objects, ...how }, again]) => ({
      ...how,
      endpoint,
      event: requestOf(endpoint),
      fixtures: { objects },
      again: again === 0,
    })),
  );
};
