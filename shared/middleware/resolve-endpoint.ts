import { nearestNames } from '../catalogue/nearest-names.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Endpoint, Step } from '../handler/exchange.ts';

const LONGEST_SHOWN = 60;

const endpointUnknown = (asked: string, known: readonly string[]): WallfeedError => {
  const name = asked.length > LONGEST_SHOWN ? `${asked.slice(0, LONGEST_SHOWN)}…` : asked;
  const near = nearestNames(name, known);
  const message = `no endpoint is called '${name}'`;
  const hint =
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : 'copy the address from the list of endpoints; one whose definition is faulty is not served';
  return new WallfeedError('ENDPOINT_UNKNOWN', `The address is not known: ${message}.`, [{ message, hint }]);
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Step 2: the path of the request to the endpoint, by its slug or by an address of its own. */
export const resolveEndpoint = (endpoints: readonly Endpoint[]): Step => {
  const bySlug = new Map(endpoints.map((endpoint) => [endpoint.slug, endpoint]));
  const byPath = new Map(endpoints.flatMap((endpoint) => (endpoint.path ? [[endpoint.path, endpoint]] : [])));
  /** Names are not suggested to strangers: the digest is checked only once the endpoint is known. */
  const suggested = endpoints.some(({ tokens }) => tokens.length > 0) ? [] : [...bySlug.keys()];
  const resolveEndpointBefore: Step['before'] = ({ event, context }) => {
    const slug = event.pathParameters?.endpoint;
    const asked = textOf(slug ?? event.rawPath);
    const endpoint = slug === undefined ? byPath.get(asked) : bySlug.get(asked);
    if (!endpoint) throw endpointUnknown(asked, suggested);
    context.exchange.endpoint = endpoint;
  };
  return { before: resolveEndpointBefore };
};
