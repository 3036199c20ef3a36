import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { MapName } from '../../../schemas/common/charts/picture.ts';
import { formatCurl, requestTo, signRequest } from '../../client/send-request.ts';
import type { LoadedEndpoint } from '../../dashboard/definition/load-dashboard.ts';
import { findFile } from '../../dashboard/folder/find-file.ts';
import { MAP_FILES, MAPS_FOLDER, MAX_MAP_BYTES, readGeoJson } from '../../dashboard/maps/read-geo-json.ts';
import { writeFiles } from '../../program/write-files.ts';
import { askEndpoint } from '../ask/ask-endpoint.ts';
import { drawGallery } from '../ask/draw-body.ts';
import type { ConsoleHost } from '../protocol/console-host.ts';
import type { AskRequest, AskResult, ChosenValues, KeptMap } from '../protocol/protocol.ts';
import type { Suggester } from '../suggestions/create-suggester.ts';
import { describeDashboard } from './describe-dashboard.ts';
import { NO_CONTENT, type Reply, replyJson, replyProblem, replyText } from './page-files.ts';

/** `over` is the hash of the old map that may be replaced. */
interface GivenMap {
  readonly bytes: Buffer;
  readonly over: string | null;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Skips a link or a folder, because the write will refuse it with a message. */
const readOld = async (path: string): Promise<Buffer | undefined> =>
  (await lstat(path).catch(() => undefined))?.isFile() ? readFile(path) : undefined;

/** Replaces a different map only if `over` is the hash of that map. */
export const keepMap = async (
  folder: string,
  of: MapName,
  { bytes, over }: GivenMap,
): Promise<KeptMap | { readonly refusal: string }> => {
  const path = `${MAPS_FOLDER}/${MAP_FILES[of]}`;
  if (bytes.length > MAX_MAP_BYTES || 'fault' in readGeoJson(bytes.toString()))
    return { refusal: 'The file is not a GeoJSON map.' };
  try {
    const old = await readOld(join(folder, path));
    if (old?.equals(bytes)) return {};
    if (old && hashOf(old) !== over) return { other: hashOf(old) };
    await writeFiles(folder, { [path]: bytes });
    return {};
  } catch (error) {
    return { refusal: `${(error as Error).message}.` };
  }
};

export interface HelperRequest {
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

type Route = (request: HelperRequest, host: ConsoleHost) => Promise<Reply>;

export type Routes = Readonly<Record<string, (request: HelperRequest) => Promise<Reply>>>;

const MAX_TIME_PERIOD_MINUTES = 5_256_000;

/** Reads the body of a request as a JSON object; empty if it is none. */
export const readJson = ({ body }: HelperRequest): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(body.toString()));
  } catch {
    return {};
  }
};

const findEndpoint = (host: ConsoleHost, slug: unknown): LoadedEndpoint | undefined =>
  host.dashboard().endpoints.find((endpoint) => endpoint.slug === slug);

const valuesFor = ({ config: { parameters = [] } }: LoadedEndpoint, chosen: unknown): ChosenValues =>
  Object.fromEntries(
    parameters.flatMap(({ name }) => {
      const value = Object.hasOwn(Object(chosen), name) ? Object(chosen)[name] : undefined;
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );

interface Asked {
  readonly endpoint: LoadedEndpoint;
  readonly timePeriod: number;
  readonly parameters: ChosenValues;
}

const readAsk = (request: HelperRequest, host: ConsoleHost): Asked | 'invalid' | 'not served' => {
  const { endpoint: slug, timePeriod, parameters } = readJson(request) as Partial<AskRequest>;
  const endpoint = findEndpoint(host, slug);
  if (!endpoint) return typeof slug === 'string' ? 'not served' : 'invalid';
  const isValid = typeof timePeriod === 'number' && timePeriod >= 0 && timePeriod <= MAX_TIME_PERIOD_MINUTES;
  return isValid ? { endpoint, timePeriod, parameters: valuesFor(endpoint, parameters) } : 'invalid';
};

const UNKNOWN = replyProblem(
  `The dashboard has no such endpoint, or the time window is not a number from 0 to ${MAX_TIME_PERIOD_MINUTES} minutes.`,
  404,
);

export const askFor = async (
  request: HelperRequest,
  host: ConsoleHost,
): Promise<{ readonly result: AskResult } | { readonly reply: Reply }> => {
  const asked = readAsk(request, host);
  // dashboard.yml may change while the page asks. An error status would also be an error on the console of the browser.
  if (asked === 'not served') return { reply: NO_CONTENT };
  return asked === 'invalid' ? { reply: UNKNOWN } : { result: await askEndpoint(host, asked.endpoint, asked) };
};

const ask: Route = async (request, host) => {
  const asked = await askFor(request, host);
  return 'reply' in asked ? asked.reply : replyJson(asked.result);
};

const createCurl: Route = async (request, host) => {
  const asked = readAsk(request, host);
  if (typeof asked === 'string') return UNKNOWN;
  const { endpoint, timePeriod, parameters } = asked;
  const time = { currentTime: Date.now(), timePeriod };
  const signed = signRequest(endpoint, await host.createReadSecret(), time) ?? time;
  return replyText(formatCurl(requestTo(endpoint, host.shown ?? host.base, { ...signed, ...parameters })));
};

const keepToken: Route = async (request, host) => {
  const { token } = readJson(request);
  if (!host.keepToken) return replyProblem('This console accepts no token: it reads tokens from .secrets.yml.', 404);
  if (typeof token !== 'string' || token === '') return replyProblem('The token is empty.', 400);
  host.keepToken(token);
  return NO_CONTENT;
};

/** Finds the components that a file fits: the file of data/ that the query names, or the file in the request's body. */
const fit = async ({ url, body }: HelperRequest, host: ConsoleHost, suggester: Suggester): Promise<Reply> => {
  const chosen = url.searchParams.get('data');
  if (chosen === null) {
    const name = url.searchParams.get('name') ?? 'file.csv';
    return replyJson(await suggester.forDropped({ name, bytes: body }));
  }
  const found = await findFile(host.dashboard().folder, 'data', chosen);
  if (!('file' in found)) return replyProblem(`${found.message}: ${found.hint}.`, 404);
  return replyJson(await suggester.forData({ name: found.name, bytes: await readFile(found.file) }));
};

const isMapName = (text: string | null): text is MapName => text !== null && Object.hasOwn(MAP_FILES, text);

const NO_MAP = replyProblem(`The map is ${Object.keys(MAP_FILES).join(' or ')}.`, 404);

export const readMap: Route = async ({ url }, host) => {
  const of = url.searchParams.get('of');
  if (!isMapName(of)) return NO_MAP;
  const found = await findFile(host.dashboard().folder, MAPS_FOLDER, MAP_FILES[of]);
  return 'file' in found ? replyText(await readFile(found.file, 'utf8')) : NO_CONTENT;
};

const writeMap: Route = async ({ url, body }, host) => {
  const of = url.searchParams.get('of');
  if (!isMapName(of)) return NO_MAP;
  const kept = await keepMap(host.dashboard().folder, of, { bytes: body, over: url.searchParams.get('over') });
  if ('refusal' in kept) return replyProblem(kept.refusal, 409);
  return replyJson(kept);
};

const propose = async (request: HelperRequest, suggester: Suggester): Promise<Reply> => {
  const proposal = await suggester.propose(String(readJson(request).component));
  return 'refusal' in proposal ? replyProblem(proposal.refusal, 409) : replyJson(proposal);
};

const proposeAddress = async (request: HelperRequest, suggester: Suggester): Promise<Reply> => {
  const proposal = await suggester.proposeAddress(String(readJson(request).address));
  return 'refusal' in proposal ? replyProblem(proposal.refusal, 409) : replyJson(proposal);
};

const confirm = async (request: HelperRequest, suggester: Suggester): Promise<Reply> => {
  const refused = await suggester.confirm(String(readJson(request).id));
  return refused ? replyProblem(refused.refusal, 409) : NO_CONTENT;
};

/** Routes that change the dashboard folder. Only the local console has them. */
const editing = (host: ConsoleHost, suggester: () => Promise<Suggester>): Routes => ({
  'POST /api/map': (request) => writeMap(request, host),
  'POST /api/add/propose': async (request) => propose(request, await suggester()),
  'POST /api/add/address': async (request) => proposeAddress(request, await suggester()),
  'POST /api/add/confirm': async (request) => confirm(request, await suggester()),
});

/** Creates the suggester when it is first used, so that the start of the console does not wait for it. */
const createLazySuggester = (host: ConsoleHost): (() => Promise<Suggester>) => {
  let suggester: Promise<Suggester> | undefined;
  return () => {
    suggester ??= import('../suggestions/create-suggester.ts').then(({ createSuggester }) => createSuggester(host));
    return suggester;
  };
};

export const createRoutes = (host: ConsoleHost): Routes => {
  const suggester = createLazySuggester(host);
  return {
    'GET /api/dashboard': async () => replyJson(await describeDashboard(host)),
    'GET /api/gallery': async () => replyJson(await drawGallery()),
    'GET /api/map': (request) => readMap(request, host),
    'POST /api/ask': (request) => ask(request, host),
    'POST /api/curl': (request) => createCurl(request, host),
    'POST /api/token': (request) => keepToken(request, host),
    'POST /api/fit': async (request) => fit(request, host, await suggester()),
    ...(host.mode === 'local' && editing(host, suggester)),
  };
};
