import { errorMeanings } from '../../../shared/errors/error-meanings.ts';
import type { ErrorCode } from '../../../shared/errors/wallfeed-error.ts';
import type { ConsoleHost } from '../protocol/console-host.ts';
import type { AskResult, ConsoleEvent, DashboardInfo, EndpointInfo, ProblemView } from '../protocol/protocol.ts';
import { describeDashboard } from './describe-dashboard.ts';
import { type Reply, replyJson } from './page-files.ts';
import { askFor, type HelperRequest, type Routes, readJson, readMap } from './routes.ts';

const problem = (sentence: string): ProblemView => ({ sentence, details: [], tables: [] });

const NOT_SERVED = problem('This endpoint is not served until dashboard.yml is corrected.');

/** Says what failed without names, files and cells. */
const withoutPlaces = ({ error = '' }: ProblemView): ProblemView => {
  const meaning = Object.hasOwn(errorMeanings, error) ? errorMeanings[error as ErrorCode] : undefined;
  return problem(meaning ? `The source fails: ${meaning}.` : 'The response cannot be shown.');
};

/** Leaves out what a wall does not draw: URL, source, files and parameters. */
const publicEndpoint = ({
  slug,
  title,
  component,
  family,
  cacheMs,
  oldFromMs,
  refused,
}: EndpointInfo): EndpointInfo => ({
  slug,
  ...(title !== undefined && { title }),
  component,
  family,
  url: '',
  source: '',
  files: [],
  ...(cacheMs !== undefined && { cacheMs }),
  ...(oldFromMs !== undefined && { oldFromMs }),
  ...(refused && { refused: NOT_SERVED }),
});

const publicInfo = ({ name, refreshMs, timezone, wall, endpoints }: DashboardInfo): DashboardInfo => ({
  mode: 'deployed',
  name,
  base: '',
  refreshMs,
  timezone,
  ...(wall && { wall }),
  endpoints: endpoints.map(publicEndpoint),
  problems: [],
  lacksToken: false,
  dataFiles: [],
});

type WallResult = Omit<AskResult, 'request' | 'curl' | 'body' | 'bytes' | 'limitedTo'>;

/** The head of a wall shows broken promises. */
const SHOWN_HEADERS = ['x-wallfeed-expect', 'x-wallfeed-found'];

/** Leaves out what a wall does not draw: the request with its digest, other headers and the text of the body. */
const publicResult = (result: AskResult): WallResult => {
  const { request: _1, curl: _2, headers: all, body: _3, bytes: _4, limitedTo: _5, problem: found, ...shown } = result;
  const headers = Object.fromEntries(Object.entries(all).filter(([name]) => SHOWN_HEADERS.includes(name)));
  return { ...shown, headers, ...(shown.status === 'failed' && found && { problem: withoutPlaces(found) }) };
};

const MAPS = ['maps/'];

/** Leaves out the paths of files. */
export const publicEvent = (event: ConsoleEvent): ConsoleEvent =>
  event.kind === 'files'
    ? { ...event, paths: event.paths.some((path) => path.startsWith('maps/')) ? MAPS : [] }
    : event;

const ask = async (request: HelperRequest, host: ConsoleHost): Promise<Reply> => {
  const { endpoint, timePeriod } = readJson(request);
  const asked = await askFor({ ...request, body: Buffer.from(JSON.stringify({ endpoint, timePeriod })) }, host);
  return 'reply' in asked ? asked.reply : replyJson(publicResult(asked.result));
};

/** Routes that read, and that ask one endpoint by its name. */
export const createWallRoutes = (host: ConsoleHost): Routes => ({
  'GET /api/dashboard': async () => replyJson(publicInfo(await describeDashboard(host))),
  'GET /api/map': (request) => readMap(request, host),
  'POST /api/ask': (request) => ask(request, host),
});
