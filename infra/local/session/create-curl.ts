import type { LoadedDashboard, LoadedEndpoint } from '../../dashboard/load-dashboard.ts';
import { createReadSecret } from '../client/read-secret.ts';
import { formatCurl, signRequest } from '../client/sign-request.ts';

const PREFERRED_COMPONENT = '3D Pie Chart';
const TIME_PERIOD_MINUTES = 30;

/**
 * Returns a curl command that sends a request to an endpoint as a component would. Prefers a 3D Pie Chart.
 * @param faulty endpoints that would respond with an error, which are used only if there is no other endpoint.
 */
export const createCurl = async (
  { folder, endpoints }: LoadedDashboard,
  url: string,
  faulty: ReadonlySet<string>,
): Promise<string | undefined> => {
  const readSecret = await createReadSecret(folder);
  const rank = ({ component, slug }: LoadedEndpoint): number =>
    (faulty.has(slug) ? 0 : 2) + Number(component === PREFERRED_COMPONENT);
  for (const endpoint of endpoints.toSorted((a, b) => rank(b) - rank(a))) {
    const time = { currentTime: Date.now(), timePeriod: TIME_PERIOD_MINUTES };
    const request = signRequest(endpoint, readSecret, time);
    if (request) return formatCurl(url + encodeURI(endpoint.path), request);
  }
  return undefined;
};
