import { createHash } from 'node:crypto';
import { isMap } from '../../catalogue/is-map.ts';
import type { WallfeedError } from '../../errors/wallfeed-error.ts';
import { pathBelow } from './addresses.ts';
import { valueAt } from './authorize.ts';
import type { HostAnswer } from './call-host.ts';
import { failed } from './failures.ts';
import { type FilledCall, parseUrl, withQuery } from './fill-request.ts';
import type { HostConfig, HttpSource, Pages } from './source.ts';

/** A page: its answer, its document if it is JSON, and the number of its rows. */
export interface Page {
  readonly answer: HostAnswer;
  readonly document?: unknown;
  readonly rows: number;
}

const refuse = (host: HostConfig, message: string, hint: string): WallfeedError =>
  failed(host.name, { code: 'SOURCE_REFUSED', message, hint, cause: { name: 'NextRefused' } });

/** Returns the address of the next page. @throws WallfeedError SOURCE_REFUSED if it is not below that of the host. */
const addressOf = (next: string, answer: HostAnswer, host: HostConfig): URL => {
  const url = parseUrl(next, answer.url);
  if (url?.username !== '' || pathBelow(url, new URL(host.url)) === undefined)
    throw refuse(host, 'its next page is not below its `url`', 'shorten `url` to what all pages have in common');
  return url;
};

/** Matches a link of a header `Link`: its target and its terms. */
const LINK = /<([^>]*)>([^<]*)/g;
const RELATION = /;\s*rel="?([^";,]*)/i;

/** Returns the target of the relation in the header `Link`. */
const linkIn = ({ headers }: HostAnswer, relation: string): string | undefined =>
  Array.from([headers.link ?? []].flat().join(', ').matchAll(LINK)).find(([, , terms = '']) =>
    (RELATION.exec(terms)?.[1] ?? '').toLowerCase().trim().split(/\s+/).includes(relation.toLowerCase()),
  )?.[1];

const withValueAt = (document: unknown, [step = '', ...others]: readonly string[], value: unknown): unknown => {
  const fields = isMap(document) ? document : {};
  return { ...fields, [step]: others.length === 0 ? value : withValueAt(fields[step], others, value) };
};

/** Puts the place of a page into the body, the form or the query of a request. */
const placeIn = (call: FilledCall, { body, form }: HttpSource, name: string, value: string | number): FilledCall => {
  if (form) {
    const fields = new URLSearchParams(call.body);
    fields.set(name, String(value));
    return { ...call, body: String(fields) };
  }
  if (body === undefined) return { ...call, url: withQuery(call.url, [[name, String(value)]]) };
  return { ...call, body: JSON.stringify(withValueAt(JSON.parse(call.body ?? '{}'), name.split('.'), value)) };
};

/** Returns the request of the first page. */
export const firstCall = (call: FilledCall, source: HttpSource): FilledCall => {
  const { pages } = source;
  if (pages && 'page' in pages) return placeIn(call, source, pages.page, pages.from);
  if (pages && 'offset' in pages) return placeIn(call, source, pages.offset, 0);
  return call;
};

const isEnd = (value: unknown): boolean => value === undefined || value === null || value === '' || value === false;

/** Returns the request of the page after one; undefined if it was the last page. */
const callAfter = (
  { answer, document, rows }: Page,
  count: number,
  first: FilledCall,
  source: HttpSource,
): FilledCall | undefined => {
  const { pages, host } = source as HttpSource & { readonly pages: Pages };
  if ('page' in pages) return rows === 0 ? undefined : placeIn(first, source, pages.page, pages.from + count);
  if ('offset' in pages)
    return rows < pages.size ? undefined : placeIn(first, source, pages.offset, pages.size * count);
  if ('link' in pages) {
    const link = linkIn(answer, pages.link);
    return link === undefined ? undefined : { ...first, url: addressOf(link, answer, host) };
  }
  const value = valueAt(document, 'next' in pages ? pages.next : pages.cursor);
  if (isEnd(value)) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number')
    throw refuse(host, 'what leads to its next page is no text', 'check the path in `pages`');
  return 'next' in pages
    ? { ...first, url: addressOf(String(value), answer, host) }
    : placeIn(first, source, pages.as, value);
};

const tooMany = ({ host, pages }: HttpSource): WallfeedError => {
  const most = pages?.atMost ?? 0;
  const message = `it has more than ${most} pages`;
  const hint = `ask for less, or for larger pages, or write \`atMost: ${Math.min(most * 2, 100)}\` in \`pages\``;
  return failed(host.name, { code: 'SOURCE_TOO_LARGE', message, hint });
};

const digestOf = ({ answer }: Page): string => createHash('sha256').update(answer.body).digest('base64');

/**
 * Reads all pages of an answer, one after the other.
 * @param read reads the page of a request.
 * @throws WallfeedError SOURCE_TOO_LARGE for more pages than allowed, SOURCE_INVALID for a page that repeats the one
 * before, SOURCE_REFUSED for a next page that may not be called, and the errors of `read`.
 */
export const readPages = async (
  first: FilledCall,
  source: HttpSource,
  read: (call: FilledCall, count: number) => Promise<Page>,
): Promise<readonly Page[]> => {
  const { pages, host } = source;
  const found = [await read(first, 0)];
  for (let count = 1; pages; count += 1) {
    const last = found.at(-1) as Page;
    const next = callAfter(last, count, first, source);
    if (!next) break;
    const page = await read(next, count);
    if (page.rows === 0 && ('page' in pages || 'offset' in pages)) break;
    if (count === pages.atMost) throw tooMany(source);
    if (digestOf(page) === digestOf(last)) {
      const message = 'a page repeats the page before it';
      throw failed(host.name, { code: 'SOURCE_INVALID', message, hint: 'check `pages`: the host may ignore it' });
    }
    found.push(page);
  }
  return found;
};
