import { join } from 'node:path';
import { readSecrets, SECRETS_FILE } from '../../local/read-secrets.ts';
import type { Fault } from './fault.ts';

/** The faults of a folder's .secrets.yml, in words without a secret; none where there is no such file. */
export const checkSecrets = async (folder: string): Promise<readonly Fault[]> => {
  const file = join(folder, SECRETS_FILE);
  const { faults } = await readSecrets(file);
  return faults.map((fault) => ({ file, ...fault, about: 'data' }));
};
