import fc from 'fast-check';
import { anyCharacter } from './arbitrary-cells.ts';
import type { Cells } from './csv-cells.ts';

/** Not encoded in a path or a query. */
const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@";

const part = fc.string({
  unit: fc.oneof(
    { arbitrary: fc.constantFrom(...PLAIN), weight: 10 },
    { arbitrary: anyCharacter.map(encodeURIComponent), weight: 1 },
  ),
});

const path = fc.array(part).map((parts) => parts.map((one) => `/${one}`).join(''));
const query = fc.option(part, { nil: '' }).map((found) => found && `?${found}`);

/** As `fc.webUrl` does, which holds a list of all characters. */
const address = fc.tuple(fc.webAuthority(), path, query).map(([host, ...rest]) => `https://${host}${rest.join('')}`);

export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  frame: fc.record({ table: address.map((src): Cells => [['src'], [src]]) }),
};
