import { type DefinitionProblem, namePath } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { describeValue } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';

const MIN_REFRESH_MS = 1000;
const MAX_REFRESH_MS = 86_400_000;

/** Checks the bounds of `refresh` of the dashboard or of an endpoint, because the schema cannot check them. */
export const checkRefresh = (refresh: unknown, above: Path): readonly DefinitionProblem[] => {
  const ms = parseDuration(refresh);
  if (ms === undefined || (ms >= MIN_REFRESH_MS && ms <= MAX_REFRESH_MS)) return [];
  const path = [...above, 'refresh'];
  const message = `${namePath(path)} cannot be ${describeValue(refresh)}`;
  return [{ path, message, hint: 'write how often the platform requests the endpoints, from 1s to 24h' }];
};
