import type { Method } from '../../shared/config/dashboard-config.ts';
import type { LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import { requiredValues } from '../dashboard/parameters/compile-parameters.ts';
import type { ReadSecret, SentRequest } from './send-request.ts';

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

type Keyed = Pick<LoadedEndpoint['config'], 'apiKey'>;

/** Returns the header with a key; none if the endpoint has no API key. */
export const keyHeader = ({ apiKey }: Keyed, key: string): Readonly<Record<string, string>> =>
  apiKey ? { [apiKey.header]: apiKey.header === 'authorization' ? `Bearer ${key}` : key } : {};

/** Returns the current API key of an endpoint; undefined if it has none, or if the key is not on this machine. */
export const keyOf = ({ apiKey }: Keyed, readSecret: ReadSecret): string | undefined =>
  apiKey?.keys.map(readSecret).find((key) => key !== undefined);

/** Stands for the API key in commands that are shown. */
export const SHOWN_KEY = 'YOUR-API-KEY';

/** Returns the URL of an endpoint. That of a GET has the parameters that it must have, but no key. */
export const urlOf = (
  { path, client, config }: Pick<LoadedEndpoint, 'path'> & Partial<Pick<LoadedEndpoint, 'client' | 'config'>>,
  base: string,
): string => withQuery(base + encodeURI(path), client?.methods[0] === 'GET' ? requiredValues(config?.parameters) : {});

/** Returns a request to an endpoint by the method that its front end uses. */
export const requestTo = (
  { path, client, config }: Pick<LoadedEndpoint, 'path' | 'client' | 'config'>,
  base: string,
  parameters: object,
  key: string = SHOWN_KEY,
): SentRequest => {
  const sent = { ...requiredValues(config.parameters), ...parameters };
  const request = requestWith(client?.methods[0] ?? 'POST', base + encodeURI(path), sent);
  return { ...request, headers: { ...request.headers, ...keyHeader(config, key) } };
};

/**
 * Returns the bodies that a response may hold for a component: the data in the envelope, an envelope of the component's
 * own, or the whole.
 */
export const bodiesIn = (body: unknown): readonly unknown[] => {
  const { data } = Object(body);
  return data === undefined ? [body] : [data, { code: 200, status: 200, msg: 'success', data }, body];
};
