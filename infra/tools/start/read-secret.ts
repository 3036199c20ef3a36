import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import type { TokenReference } from '../../../shared/config/dashboard-config.ts';

/** The secret of a token as the local stack has it: from .secrets.yml, or from the environment. */
export const readSecret = async ({ from, name }: TokenReference, folder: string): Promise<string | undefined> => {
  if (from === 'env') return process.env[name] || undefined;
  const text = await readFile(join(folder, '.secrets.yml'), 'utf8').catch(() => '');
  const secrets: unknown = parseDocument(text).toJS();
  const value = Object(secrets)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
