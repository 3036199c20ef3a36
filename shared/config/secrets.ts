import type { EndpointConfig, TokenReference } from './dashboard-config.ts';

/** Returns the places of all secrets of an endpoint: its tokens and its API keys. */
export const secretsOf = ({ tokens, apiKey }: Pick<EndpointConfig, 'tokens' | 'apiKey'>): readonly TokenReference[] =>
  apiKey ? [...tokens, ...apiKey.keys] : tokens;
