import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Reply, replyProblem } from './reply.ts';

/** Paths of the page's views. They all load the same document. */
const VIEWS: ReadonlySet<string> = new Set(['/', '/wall', '/gallery']);

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Files of the bundled page by their path, with their media type. */
const FILES: Readonly<Record<string, string>> = {
  '/console.js': 'text/javascript; charset=utf-8',
  '/console.css': 'text/css; charset=utf-8',
};

const DOCUMENT = 'index.html';

/** Reads a file of the page. The page is bundled before the first one is read. */
export const readPageFile = async (path: string): Promise<Reply> => {
  const { bundleConsole } = await import('../../build/bundle-console.ts');
  const folder = await bundleConsole();
  if (VIEWS.has(path)) {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CONTENT_SECURITY_POLICY,
    };
    return { status: 200, headers, body: await readFile(join(folder, DOCUMENT)) };
  }
  const type = FILES[path];
  if (type === undefined) return replyProblem('No such page.', 404);
  return { status: 200, headers: { 'content-type': type }, body: await readFile(join(folder, path)) };
};
