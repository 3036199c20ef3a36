import { join } from 'node:path';
import type { Diagnostic } from './diagnostic.ts';
import { readSecrets, SECRETS_FILE } from './read-secrets.ts';

/** Checks the .secrets.yml of a folder, if it has one. The messages contain no secret. */
export const checkSecrets = async (folder: string): Promise<readonly Diagnostic[]> =>
  (await readSecrets(join(folder, SECRETS_FILE))).diagnostics;
