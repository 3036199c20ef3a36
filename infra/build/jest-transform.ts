import { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';

/** Jest's transformer: Node's own type stripping, so that tests run the text that Node runs. */
export const process = (source: string) => ({ code: stripTypeScriptTypes(source) });

export const getCacheKey = (source: string, path: string, { instrument }: { instrument: boolean }) =>
  createHash('sha256')
    .update(JSON.stringify([source, path, instrument]))
    .digest('hex');
