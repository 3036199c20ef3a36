import { fillCall } from '../../shared/kinds/http/fill-request.ts';
import { firstCall } from '../../shared/kinds/http/pages.ts';
import type { HttpSource } from '../../shared/kinds/http/source.ts';
import type { RequestWindow } from '../../shared/sources/rds-data.ts';

const HIDDEN = '***';

/** Writes the first request, without `auth` and `login`, and with stars in place of secrets. */
export const writeRequest = (source: HttpSource, window: RequestWindow, timezone: string): string => {
  const { times, own = [] } = source;
  const filling = { window, times, timezone, own, secretOf: () => HIDDEN };
  const { method, url, headers, body } = firstCall(fillCall(source, filling), source);
  const written = new Set(['content-type', ...Object.keys(source.headers ?? {}).map((name) => name.toLowerCase())]);
  const lines = Object.entries(headers).flatMap(([name, value]) => (written.has(name) ? [`${name}: ${value}`] : []));
  return [`${method} ${url}`, ...lines, ...(body === undefined ? [] : ['', body])].join('\n');
};
