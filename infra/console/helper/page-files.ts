import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export const replyJson = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

export const replyText = (body: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

export const replyProblem = (sentence: string, status: number): Reply => replyJson({ sentence }, status);

export const NO_CONTENT: Reply = { status: 204, headers: {}, body: '' };

const VIEWS: ReadonlySet<string> = new Set(['/', '/wall', '/gallery']);

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // ECharts writes the style attributes of its SVG elements.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const FILES: Readonly<Record<string, string>> = {
  '/console.js': 'text/javascript; charset=utf-8',
  '/console.css': 'text/css; charset=utf-8',
  // The Chinese messages, and the code that they share with the page.
  '/translate.js': 'text/javascript; charset=utf-8',
  '/chunk.js': 'text/javascript; charset=utf-8',
  '/world.json': 'application/json; charset=utf-8',
};

const DOCUMENT = 'index.html';
const FRAME = '/frame.html';

/**
 * Reads the frame that runs the scripts of scripted charts. The frame has no origin, no network and no access to the
 * page.
 */
const readFrame = async (folder: string): Promise<Reply> => {
  const nonce = randomUUID();
  const policy = [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'unsafe-eval'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "frame-ancestors 'self'",
  ];
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy.join('; ') };
  const document = await readFile(join(folder, FRAME), 'utf8');
  return { status: 200, headers, body: document.replace('nonce="NONCE"', `nonce="${nonce}"`) };
};

let bundled: Promise<string> | undefined;

const bundle = async (): Promise<string> => {
  const { bundleConsole } = await import('../../build/bundling/bundle-console.ts');
  return bundleConsole();
};

/**
 * Returns the folder of the page. For a document, bundles the page again if its sources have changed. Does not check
 * the sources for other files, because a digest of all sources takes longer than the rest of a request.
 */
const folderFor = (path: string): Promise<string> => {
  if (VIEWS.has(path) || !bundled) bundled = bundle();
  return bundled;
};

const ADDRESSES = /(?<=(?:href|src)=")(?=\/console\.)/g;

/** Paths are below `/wall`, from which the document then loads everything. Undefined for another path. */
export const readWallFile = async (path: string): Promise<Reply | undefined> => {
  if (path === '/') {
    const reply = await readPageFile('/wall');
    const document = reply.body.toString().replaceAll(ADDRESSES, '/wall');
    return { ...reply, body: document.replace('<html ', '<html data-base="/wall" ') };
  }
  return path === FRAME || Object.hasOwn(FILES, path) ? readPageFile(path) : undefined;
};

export const readPageFile = async (path: string): Promise<Reply> => {
  const folder = await folderFor(path);
  if (VIEWS.has(path)) {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CONTENT_SECURITY_POLICY,
    };
    return { status: 200, headers, body: await readFile(join(folder, DOCUMENT)) };
  }
  if (path === FRAME) return readFrame(folder);
  const type = FILES[path];
  if (type === undefined) return replyProblem(`The console has no page ${path}.`, 404);
  return { status: 200, headers: { 'content-type': type }, body: await readFile(join(folder, path)) };
};
