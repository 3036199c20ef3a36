import { toCacheableError } from '../errors/to-cacheable-error.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { KnownObjects, Memory } from './create-memory.ts';
import type { CacheLookup } from './look-up.ts';
import type { CachedResponse } from './response-body.ts';
import { startsPause } from './source-failure.ts';
import type { CachedEndpoint } from './variants.ts';

const isEmpty = (objects: KnownObjects): boolean => Object.keys(objects).length === 0;

/**
 * True if the body depends on these objects alone: the endpoint reads nothing else, ignores `currentTime` and has no
 * parameters.
 */
const areAllInputs = (objects: KnownObjects, { document, tables, dependsOn, parameters }: CachedEndpoint): boolean => {
  const sources = document ? 1 : Object.keys(tables).length;
  return Object.keys(objects).length === sources && !dependsOn.time && !parameters;
};

/** Remembers the objects of a new response. If they have not changed, updates the time of the remembered response. */
export const rememberObjects = (
  memory: Memory,
  endpoint: CachedEndpoint,
  { last, objects }: CacheLookup,
  response: CachedResponse,
  isUnchanged: boolean,
): void => {
  if (isUnchanged && last) memory.keepSnapshot(endpoint.slug, { ...last, response });
  else if (!isEmpty(objects)) {
    memory.keepSnapshot(endpoint.slug, { objects, ...(areAllInputs(objects, endpoint) && { response }) });
  }
};

/**
 * Remembers a data error until its objects change, but not a timeout or an error that is specific to one client.
 * @param hasBody true if the body was created, so that the error is specific to the client.
 */
export const rememberError = (
  memory: Memory,
  endpoint: CachedEndpoint,
  { last, objects }: CacheLookup,
  error: unknown,
  hasBody: boolean,
): void => {
  if (isEmpty(objects) || startsPause(error)) return;
  if (!areAllInputs(objects, endpoint)) memory.keepSnapshot(endpoint.slug, { objects });
  else if (error instanceof WallfeedError && !hasBody)
    memory.keepSnapshot(endpoint.slug, {
      objects,
      fault: toCacheableError(error),
      ...(last?.response && { response: last.response }),
    });
};
