import { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';

/** Strips types for Jest with Node itself, so tests run the same code as Node. */
export const process = (source: string) => ({ code: stripTypeScriptTypes(source) });

export const getCacheKey = (source: string, path: string, { instrument }: { instrument: boolean }) =>
  createHash('sha256')
    .update(JSON.stringify([source, path, instrument]))
    .digest('hex');
