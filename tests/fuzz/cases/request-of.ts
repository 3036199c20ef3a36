import type { FuzzEvent } from '../setting/load-functions.ts';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';

/** A date within the calendar, far from the present. */
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
