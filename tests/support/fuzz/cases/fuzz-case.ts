import type { FuzzEvent } from '../setting/load-functions.ts';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import type { Fixtures } from '../setting/start-sources.ts';

export const CURRENT_TIME = '1513137332798';
export const TIME_PERIOD = '30';

const BODY = `{"currentTime":${CURRENT_TIME},"timePeriod":${TIME_PERIOD}}`;

/** Creates a valid request, for an endpoint whose source may be invalid. */
export const requestOf = ({ family, slug }: PlannedEndpoint): FuzzEvent => ({
  version: '2.0',
  rawPath: `/${family}/${slug}`,
  rawQueryString: '',
  pathParameters: { endpoint: slug },
  headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
  body: BODY,
  isBase64Encoded: false,
});

/** A case without an expected outcome may be answered or refused. */
export type Expected = 'good' | 'refused';

export interface FuzzCase {
  readonly endpoint: PlannedEndpoint;
  readonly event: FuzzEvent;
  readonly fixtures: Fixtures;
  readonly expected?: Expected;
  /** No response or log line may contain these texts of the request: digests, and texts sent in their place. */
  readonly secrets?: readonly string[];
  /** Sends the request twice. With unchanged sources, the responses must be equal. */
  readonly again?: boolean;
  readonly made: string;
}
