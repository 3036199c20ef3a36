import type { Method } from '../../shared/config/client.ts';
import type { LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import type { SentRequest } from './send-request.ts';

/** The parameters of a request, by name. */
export type SentParameters = Readonly<Record<string, unknown>>;

const JSON_TYPE = { 'content-type': 'application/json' };

const withQuery = (url: string, parameters: SentParameters): string => {
  const sent = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
  const query = new URLSearchParams(sent).toString();
  return query === '' ? url : `${url}?${query}`;
};

/** Returns a request with its parameters in the query of a GET, or in the JSON of a POST. */
export const requestWith = (method: Method, url: string, parameters: SentParameters): SentRequest =>
  method === 'GET'
    ? { method, url: withQuery(url, parameters), headers: {} }
    : { method, url, headers: JSON_TYPE, body: JSON.stringify(parameters) };

/** Returns a request to an endpoint by the method that its front end uses. */
export const requestTo = (
  { path, client }: Pick<LoadedEndpoint, 'path' | 'client'>,
  base: string,
  parameters: object,
): SentRequest => requestWith(client?.methods[0] ?? 'POST', base + encodeURI(path), { ...parameters });

/**
 * Returns the bodies that a response may hold for a component: the data in the envelope, an envelope of the component's
 * own, or the whole.
 */
export const bodiesIn = (body: unknown): readonly unknown[] => {
  const { data } = Object(body);
  return data === undefined ? [body] : [data, { code: 200, status: 200, msg: 'success', data }, body];
};
