import { digestOf } from '../../../shared/token/digest.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../../dashboard/load-dashboard.ts';
import { createReadSecret, type ReadSecret } from './read-secret.ts';

const PREFERRED_COMPONENT = '3D Pie Chart';
/** Minutes. */
const TIME_PERIOD_MINUTES = 30;

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns the parameters that a component sends; undefined if the endpoint has tokens and no secret is known. */
const createBody = ({ config }: LoadedEndpoint, readSecret: ReadSecret, now: number): object | undefined => {
  const parameters = { currentTime: now, timePeriod: TIME_PERIOD_MINUTES };
  if (config.tokens.length === 0) return parameters;
  for (const reference of config.tokens) {
    const secret = readSecret(reference);
    if (secret === undefined) continue;
    return { ...parameters, token: digestOf(String(TIME_PERIOD_MINUTES), String(now), secret).toString('hex') };
  }
  return undefined;
};

/**
 * Returns a curl command that requests an endpoint like a component would. It prefers a 3D Pie Chart.
 * @param faulty Endpoints that would answer with an error; they are used only if there is no other.
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
    const body = createBody(endpoint, readSecret, Date.now());
    if (!body) continue;
    const address = quote(url + encodeURI(endpoint.path));
    return `curl -sS ${address} -H 'content-type: application/json' -d ${quote(JSON.stringify(body))}`;
  }
  return undefined;
};
