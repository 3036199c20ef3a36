import type { Picture } from '../../../schemas/common/charts/picture.ts';
import type { ParameterConfig } from '../../../shared/config/dashboard-config.ts';
import type { Detail } from '../../../shared/errors/wallfeed-error.ts';
import type { WallSettings } from '../../dashboard/head/wall-settings.ts';

/** The JSON that the console's helper and its page exchange. No field contains a token; requests contain digests. */

export interface EndpointInfo {
  readonly slug: string;
  readonly title?: string;
  readonly component: string;
  readonly family: string;
  readonly url: string;
  /** Such as `csv traffic.csv`. */
  readonly source: string;
  readonly cacheMs?: number;
  /** A day if absent. */
  readonly oldFromMs?: number;
  /** Paths in the dashboard folder. */
  readonly files: readonly string[];
  readonly parameters?: readonly ParameterConfig[];
  readonly refused?: ProblemView;
}

export interface DashboardInfo {
  readonly mode: 'local' | 'deployed';
  readonly name: string;
  /** The base of the endpoints’ URLs. */
  readonly base: string;
  readonly refreshMs: number;
  readonly timezone: string;
  readonly wall?: WallSettings;
  readonly endpoints: readonly EndpointInfo[];
  readonly problems: readonly ProblemView[];
  /** The helper does not know the secret of a token. */
  readonly lacksToken: boolean;
  /** Paths below data/. */
  readonly dataFiles: readonly string[];
  /** Absent if there are none. */
  readonly hosts?: readonly string[];
}

export type ChosenValues = Readonly<Record<string, string>>;

export interface AskRequest {
  readonly endpoint: string;
  /** Minutes. */
  readonly timePeriod: number;
  /** An empty text is not sent. */
  readonly parameters?: ChosenValues;
}

export type EndpointStatus = 'drawn' | 'empty' | 'stale' | 'failed';

export interface ScriptedChart {
  readonly kind: 'script';
  readonly script: string;
  readonly component: string;
  readonly body: unknown;
  readonly names: readonly string[];
}

export type Drawing = Picture | ScriptedChart;

export interface CellView {
  readonly text: string;
  readonly faulty?: true;
}

export interface RowView {
  /** The row begins on this line, from 1. */
  readonly line: number;
  readonly cells: readonly CellView[];
  /** The row as a whole is faulty. */
  readonly faulty?: true;
}

export interface FileTable {
  /** The path in the dashboard folder, or the name of a dropped file. */
  readonly file: string;
  /** From 1. */
  readonly firstColumn: number;
  /** The first row is the header. */
  readonly rows: readonly RowView[];
}

export interface ExcerptLine {
  readonly line: number;
  readonly parts: readonly CellView[];
}

/** For a file that cannot be shown as a table: a JSON document, or text that is not valid CSV. */
export interface FileExcerpt {
  readonly file: string;
  readonly lines: readonly ExcerptLine[];
}

export interface ProblemView {
  /** Stable, such as `TABLE_CELL`. */
  readonly error?: string;
  readonly sentence: string;
  readonly details: readonly Detail[];
  readonly tables: readonly FileTable[];
  readonly excerpts?: readonly FileExcerpt[];
}

export interface AskResult {
  readonly endpoint: string;
  readonly status: EndpointStatus;
  /** 0 if there was no response. */
  readonly httpStatus: number;
  readonly ms: number;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** The text of the request body: a digest, never a token. */
  readonly request: string;
  readonly curl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bytes: number;
  /** `fresh`, `hit`, `revalidated` or `stale`. */
  readonly cache?: string;
  readonly ageMs?: number;
  /** The oldest file of the response was last changed then, in milliseconds since 1970. */
  readonly dataAt?: number;
  readonly drawing?: Drawing;
  /** The error of the response, or the reason why the response is stale. */
  readonly problem?: ProblemView;
  /** The origins whose pages may read the response; absent if every page may read it, empty if no page may. */
  readonly limitedTo?: string;
}

/**
 * An event of the helper: data files changed, or the folder was read again. `isRedefined` is true if dashboard.yml, a
 * query or a secret changed, so that any endpoint may respond differently.
 */
export type ConsoleEvent =
  | { readonly kind: 'files'; readonly paths: readonly string[]; readonly endpoints: readonly string[] }
  | { readonly kind: 'dashboard'; readonly isRedefined: boolean };

export interface Suggestion {
  readonly component: string;
  readonly family: string;
  readonly drawing: Drawing;
  /** As an entry of `endpoints`. */
  readonly lines: string;
  /** The columns were chosen by name or type, not by position. */
  readonly selected: boolean;
}

export interface NearMiss {
  readonly component: string;
  readonly problem: ProblemView;
}

export interface SuggestionResult {
  readonly file: string;
  readonly header: readonly string[];
  readonly rows: number;
  readonly fits: readonly Suggestion[];
  readonly misses: readonly NearMiss[];
  readonly problem?: ProblemView;
}

export interface AddRequest {
  readonly component: string;
}

export interface AddWarning extends Pick<Detail, 'message' | 'hint'> {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface AddProposal {
  readonly id: string;
  /** A unified diff. */
  readonly diff: string;
  readonly warnings: readonly AddWarning[];
}

export interface AddressProposal extends Pick<AddProposal, 'id' | 'diff'> {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly rowCount: number;
  readonly pages: number;
  readonly bytes: number;
}

/** `other` is the hash of another map, which would be replaced. */
export interface KeptMap {
  readonly other?: string;
}

export interface GalleryEntry {
  readonly component: string;
  readonly family: string;
  readonly shape: string;
  readonly drawing: Drawing;
}
