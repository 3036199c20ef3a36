import type { CheckedEndpoint } from './check-endpoint.ts';
import type { Finding } from './finding.ts';

const plain = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path);

const collision = (endpoint: CheckedEndpoint, others: readonly CheckedEndpoint[]): readonly Finding[] => {
  const same = others.find((other) => other !== endpoint && plain(other.path) === plain(endpoint.path));
  if (!same) return [];
  const isOwn = endpoint.config.path !== undefined;
  return [
    {
      path: ['endpoints', endpoint.slug, ...(isOwn ? ['path'] : [])],
      part: isOwn ? 'value' : 'key',
      message: `the path ${endpoint.path} is also that of ${same.slug}`,
      hint: 'give one of them another path',
    },
  ];
};

/** The endpoints with their collisions: two that answer at one address are both wrong. */
export const checkPaths = (endpoints: readonly CheckedEndpoint[]): readonly CheckedEndpoint[] =>
  endpoints.map((endpoint) => ({
    ...endpoint,
    findings: [...endpoint.findings, ...collision(endpoint, endpoints)],
  }));
