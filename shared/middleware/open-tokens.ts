import type { Endpoint } from '../pipeline/bind-endpoints.ts';
import type { TokenCache } from '../token/read-token.ts';
import type { Hook, Middleware, ResolvedContext } from './request-context.ts';

/** Functions without tokens never load the code. */
export const openTokens = (
  endpoints: readonly Endpoint[],
  cache: TokenCache | undefined,
): Middleware<ResolvedContext> => {
  if (!endpoints.some(({ tokens }) => tokens.length > 0)) return { before: () => undefined };
  let check: Hook<ResolvedContext> | undefined;
  const load = async () => {
    const { checkToken } = await import('./check-token.ts');
    check = checkToken(cache);
    return check;
  };
  const loading = load();
  const checkTokenBefore: Hook<ResolvedContext> = (request) =>
    check ? check(request) : loading.then((loaded) => loaded(request));
  return { before: checkTokenBefore };
};
