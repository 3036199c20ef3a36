import { fillCall } from '../../../../shared/kinds/http/fill-request.ts';
import { firstCall } from '../../../../shared/kinds/http/pages.ts';
import type { HttpSource } from '../../../../shared/kinds/http/source.ts';
import type { SourceKind } from '../source-kind.ts';

const HIDDEN = '***';

export const writeRequest: NonNullable<SourceKind['writeRequest']> = (config, window, timezone) => {
  const source = config as HttpSource;
  const { times, own = [] } = source;
  const filling = { window, times, timezone, own, secretOf: () => HIDDEN };
  const { method, url, headers, body } = firstCall(fillCall(source, filling), source);
  const written = new Set(['content-type', ...Object.keys(source.headers ?? {}).map((name) => name.toLowerCase())]);
  const lines = Object.entries(headers).flatMap(([name, value]) => (written.has(name) ? [`${name}: ${value}`] : []));
  return [`${method} ${url}`, ...lines, ...(body === undefined ? [] : ['', body])].join('\n');
};
