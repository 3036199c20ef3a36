import type { Endpoint } from '../pipeline/bind-endpoints.ts';
import type { TokenCache } from '../token/read-token.ts';
import type { AnyContext, Hook, Middleware, ParsedContext, ResolvedContext } from './request-context.ts';
import type { EndedRequest, serveClients } from './serve-clients.ts';

/**
 * Returns undefined if no endpoint of the function has a `client`, an API key or parameters. Other functions never load
 * the code.
 */
export const openClients = (endpoints: readonly Endpoint[], tokens: TokenCache | undefined) => {
  if (!endpoints.some(({ client, apiKey, parameters }) => client ?? apiKey ?? parameters)) return undefined;
  let steps: ReturnType<typeof serveClients> | undefined;
  const load = async () => {
    const clients = await import('./serve-clients.ts');
    steps ??= clients.serveClients(endpoints, tokens);
    return steps;
  };
  const loading = load();
  const parseBefore: Hook<ParsedContext> = (request) =>
    steps ? steps.parse(request) : loading.then((loaded) => loaded.parse(request));
  const accessBefore: Hook<ResolvedContext> = (request) => steps?.checkAccess(request);
  const wrapAfter: Hook<AnyContext> = (request) => steps?.wrap(request);
  return {
    parse: { before: parseBefore } satisfies Middleware<ParsedContext>,
    access: { before: accessBefore } satisfies Middleware<ResolvedContext>,
    wrap: { after: wrapAfter } satisfies Middleware<AnyContext>,
    finish: (request: EndedRequest): void => steps?.finish(request),
  };
};
