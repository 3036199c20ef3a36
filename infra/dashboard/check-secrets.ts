import { join } from 'node:path';
import type { Fault } from './fault.ts';
import { readSecrets, SECRETS_FILE } from './read-secrets.ts';

/** The faults of a folder's .secrets.yml, in words without a secret; none where there is no such file. */
export const checkSecrets = async (folder: string): Promise<readonly Fault[]> => {
  const file = join(folder, SECRETS_FILE);
  const { faults } = await readSecrets(file);
  return faults.map((fault) => ({ file, ...fault, about: 'data' }));
};
