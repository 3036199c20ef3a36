import { join } from 'node:path';
import type { TokenReference } from '../../../shared/config/dashboard-config.ts';
import { readSecrets, SECRETS_FILE } from '../../dashboard/read-secrets.ts';

export type ReadSecret = (reference: TokenReference) => string | undefined;

/** Returns a function that reads the current secret of a token, from .secrets.yml or the environment. */
export const createReadSecret = async (folder: string): Promise<ReadSecret> => {
  const { values } = await readSecrets(join(folder, SECRETS_FILE));
  return ({ from, name }) => {
    if (from === 'env') return process.env[name] || undefined;
    return Object.hasOwn(values, name) ? values[name] : undefined;
  };
};
