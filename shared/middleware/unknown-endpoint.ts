import { nearestNames } from '../catalogue/nearest-names.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';

const MAX_NAME_CHARACTERS = 60;

export type Elsewhere = Readonly<Record<string, string>>;

export const unknownEndpoint = (asked: string, known: readonly string[], elsewhere: Elsewhere): WallfeedError => {
  const name = asked.length > MAX_NAME_CHARACTERS ? `${asked.slice(0, MAX_NAME_CHARACTERS)}…` : asked;
  const near = nearestNames(name, known);
  const message = `no endpoint is called '${name}'`;
  const path = Object.hasOwn(elsewhere, asked) ? elsewhere[asked] : undefined;
  const otherwise =
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : 'copy the address from the list of endpoints; an endpoint with an invalid definition is not served';
  const hint = path === undefined ? otherwise : `the endpoint '${asked}' is at ${path}`;
  return new WallfeedError('ENDPOINT_UNKNOWN', `The address is not known: ${message}.`, [{ message, hint }]);
};
