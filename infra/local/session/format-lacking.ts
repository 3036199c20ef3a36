import { pluralize } from '../../../shared/errors/pluralize.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../../dashboard/load-dashboard.ts';
import { SECRETS_FILE } from '../../dashboard/read-secrets.ts';
import { createReadSecret } from '../client/read-secret.ts';

const WHERE = { ssm: SECRETS_FILE, env: 'the environment' } as const;

const namesOf = (endpoints: readonly LoadedEndpoint[], kind: keyof typeof WHERE): readonly string[] => {
  const tokens = endpoints.flatMap(({ config }) => config.tokens).filter(({ from }) => from === kind);
  const names = [...new Set(tokens.map(({ name }) => name))].sort();
  return names.length === 0 ? [] : [`${WHERE[kind]} lacks ${names.join(', ')}`];
};

/** Lists endpoints whose token cannot be read, and where to add the token; undefined if there are none. */
export const formatLacking = async ({ folder, endpoints }: LoadedDashboard): Promise<string | undefined> => {
  const readSecret = await createReadSecret(folder);
  const lacking = endpoints.filter(
    ({ config: { tokens } }) => tokens.length > 0 && tokens.every((token) => readSecret(token) === undefined),
  );
  if (lacking.length === 0) return undefined;
  const verb = lacking.length === 1 ? 'responds with' : 'respond with';
  const places = [...namesOf(lacking, 'ssm'), ...namesOf(lacking, 'env')].join('; ');
  return `${pluralize(lacking.length, 'endpoint')} ${verb} TOKEN_UNAVAILABLE: ${places}`;
};
