import type { CheckedEndpoint } from './check-endpoint.ts';
import type { DefinitionProblem } from './definition-problem.ts';

const findingAt = ({ slug, config }: CheckedEndpoint, message: string): DefinitionProblem => {
  const isOwn = config.path !== undefined;
  return {
    path: ['endpoints', slug, ...(isOwn ? ['path'] : [])],
    part: isOwn ? 'value' : 'key',
    message,
    hint: 'give one of them another path',
  };
};

const collision = (endpoint: CheckedEndpoint, others: readonly CheckedEndpoint[]): readonly DefinitionProblem[] => {
  const same = others.find((other) => other !== endpoint && other.path === endpoint.path);
  return same ? [findingAt(endpoint, `the endpoint ${same.slug} has the same path, ${endpoint.path}`)] : [];
};

/** Reports a frame with the path `/frame`. Its route would also match the paths of all other frames. */
const frameCollision = (endpoint: CheckedEndpoint): readonly DefinitionProblem[] =>
  endpoint.component?.family === 'frame' && endpoint.path === '/frame'
    ? [findingAt(endpoint, 'the path /frame would also receive the requests of all other frames')]
    : [];

/** Adds a problem to each endpoint whose path another endpoint has too. */
export const checkPaths = (endpoints: readonly CheckedEndpoint[]): readonly CheckedEndpoint[] =>
  endpoints.map((endpoint) => ({
    ...endpoint,
    problems: [...endpoint.problems, ...collision(endpoint, endpoints), ...frameCollision(endpoint)],
  }));
