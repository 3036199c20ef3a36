import type { MapName } from '../../../../schemas/common/charts/picture.ts';
import type {
  AddProposal,
  AddRequest,
  AddressProposal,
  AskRequest,
  AskResult,
  DashboardInfo,
  GalleryEntry,
  KeptMap,
  SuggestionResult,
} from '../../protocol/protocol.ts';
import { base } from './base.ts';

const sentenceOf = async (response: Response): Promise<string> => {
  const { sentence } = Object(await response.json().catch(() => ({})));
  return typeof sentence === 'string' ? sentence : `The console responded with status ${response.status}.`;
};

const request = async (path: string, init?: RequestInit): Promise<Response> => {
  const response = await fetch(base + path, init);
  if (!response.ok) throw new Error(await sentenceOf(response));
  return response;
};

const post = (path: string, value: unknown, signal?: AbortSignal): Promise<Response> =>
  request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
    ...(signal && { signal }),
  });

export const readDashboard = async (): Promise<DashboardInfo> => (await request('/api/dashboard')).json();

/** Longer than any endpoint takes. Without a network, some requests would never end. */
const ASK_TIMEOUT_MS = 60_000;

const NO_CONTENT = 204;

/** Returns undefined if the dashboard no longer serves the endpoint. */
export const askEndpoint = async (asked: AskRequest): Promise<AskResult | undefined> => {
  const response = await post('/api/ask', asked, AbortSignal.timeout(ASK_TIMEOUT_MS));
  return response.status === NO_CONTENT ? undefined : response.json();
};

export const createCurl = async (asked: AskRequest): Promise<string> => (await post('/api/curl', asked)).text();

/** Sends a pasted token to the helper, which keeps it in memory. */
export const sendToken = async (token: string): Promise<void> => {
  await post('/api/token', { token });
};

export const suggestForDataFile = async (path: string): Promise<SuggestionResult> =>
  (await request(`/api/fit?${new URLSearchParams({ data: path })}`, { method: 'POST' })).json();

export const suggestForDroppedFile = async (file: File): Promise<SuggestionResult> =>
  (await request(`/api/fit?${new URLSearchParams({ name: file.name })}`, { method: 'POST', body: file })).json();

export const proposeAdd = async (wanted: AddRequest): Promise<AddProposal> =>
  (await post('/api/add/propose', wanted)).json();

/** Asks an address of a host, and reads how dashboard.yml would change with a dataset for it. */
export const proposeAddress = async (address: string): Promise<AddressProposal> =>
  (await post('/api/add/address', { address })).json();

export const confirmAdd = async (proposal: Pick<AddProposal, 'id'>): Promise<void> => {
  await post('/api/add/confirm', { id: proposal.id });
};

/** Reads a map of the dashboard folder; empty if it has none. */
export const readFolderMap = async (of: MapName): Promise<string> =>
  (await request(`/api/map?${new URLSearchParams({ of })}`)).text();

/** Keeps a map in the dashboard folder. `over` is the hash of the old map that the new one may replace. */
export const keepMap = async (of: MapName, text: string, over = ''): Promise<KeptMap> =>
  (await request(`/api/map?${new URLSearchParams({ of, over })}`, { method: 'POST', body: text })).json();

export const readGallery = async (): Promise<readonly GalleryEntry[]> => (await request('/api/gallery')).json();
