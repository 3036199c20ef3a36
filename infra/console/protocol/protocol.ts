import type { Picture } from '../../../schemas/common/charts/picture.ts';
import type { ParameterConfig } from '../../../shared/config/dashboard-config.ts';
import type { Detail } from '../../../shared/errors/wallfeed-error.ts';
import type { WallSettings } from '../../dashboard/head/wall-settings.ts';

/** The JSON that the console's helper and its page exchange. No field contains a token; requests contain digests. */

export interface EndpointInfo {
  readonly slug: string;
  /** The name that dashboard.yml gives the endpoint for people. */
  readonly title?: string;
  readonly component: string;
  readonly family: string;
  /** The address to paste into a component. */
  readonly url: string;
  /** The source as text for the page, such as `csv traffic.csv`. */
  readonly source: string;
  /** How long a response is cached, in milliseconds. */
  readonly cacheMs?: number;
  /** Age from which the endpoint's data is shown as old, in milliseconds; a day if absent. */
  readonly oldFromMs?: number;
  /** The files in data/ that the endpoint reads, as paths in the dashboard folder. */
  readonly files: readonly string[];
  /** The parameters that a request may send. */
  readonly parameters?: readonly ParameterConfig[];
  /** The reason why the endpoint is not served: the errors of its definition. */
  readonly refused?: ProblemView;
}

/** A dashboard as the page shows it. */
export interface DashboardInfo {
  readonly mode: 'local' | 'deployed';
  readonly name: string;
  /** The beginning of the endpoints’ URLs. */
  readonly base: string;
  /** The time between two requests of a wall to an endpoint. */
  readonly refreshMs: number;
  readonly timezone: string;
  readonly wall?: WallSettings;
  readonly endpoints: readonly EndpointInfo[];
  /** Errors that belong to no endpoint. */
  readonly problems: readonly ProblemView[];
  /** True if an endpoint has a token whose secret the helper does not know. */
  readonly lacksToken: boolean;
  /** The CSV files of data/, as paths below data/. */
  readonly dataFiles: readonly string[];
  /** The addresses of the hosts whose answers can be added as datasets. Absent if there are none. */
  readonly hosts?: readonly string[];
}

/** Values of parameters as texts, by name. */
export type ChosenValues = Readonly<Record<string, string>>;

export interface AskRequest {
  readonly endpoint: string;
  /** Length of the time window in minutes. */
  readonly timePeriod: number;
  /** The chosen values of the endpoint's parameters. An empty text is not sent. */
  readonly parameters?: ChosenValues;
}

export type EndpointStatus = 'drawn' | 'empty' | 'stale' | 'failed';

/** The script of a scripted chart, which runs in a frame of its own. */
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
  /** The line on which the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly CellView[];
  /** True if the row as a whole is faulty. */
  readonly faulty?: true;
}

/** Some rows and columns of a file, around its faulty cells. */
export interface FileTable {
  /** The path in the dashboard folder, or the name of a dropped file. */
  readonly file: string;
  /** The number of the first column shown, from 1. */
  readonly firstColumn: number;
  /** The rows. The first row is the header. */
  readonly rows: readonly RowView[];
}

/** A line of a file, split into faulty and other parts. */
export interface ExcerptLine {
  readonly line: number;
  readonly parts: readonly CellView[];
}

/** Some lines of a file that cannot be shown as a table: a JSON document, or text that is not valid CSV. */
export interface FileExcerpt {
  /** The path in the dashboard folder. */
  readonly file: string;
  readonly lines: readonly ExcerptLine[];
}

/** A problem as a sentence, with its places in the files. */
export interface ProblemView {
  /** The stable error code, such as `TABLE_CELL`. */
  readonly error?: string;
  readonly sentence: string;
  readonly details: readonly Detail[];
  readonly tables: readonly FileTable[];
  readonly excerpts?: readonly FileExcerpt[];
}

/** A response with everything that the page shows about it. */
export interface AskResult {
  readonly endpoint: string;
  readonly status: EndpointStatus;
  /** The HTTP status; 0 if there was no response. */
  readonly httpStatus: number;
  /** Milliseconds until the body had arrived. */
  readonly ms: number;
  /** Time of the request, in milliseconds since 1970. */
  readonly askedAt: number;
  /** The text of the request body: a digest, never a token. */
  readonly request: string;
  /** The request as a curl command. */
  readonly curl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body's text. */
  readonly body: string;
  readonly bytes: number;
  /** The cache status: `fresh`, `hit`, `revalidated` or `stale`. */
  readonly cache?: string;
  readonly ageMs?: number;
  /** Time at which the oldest file of the response was last changed, in milliseconds since 1970. */
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

/** A component that a file fits, with its picture drawn from the file. */
export interface Suggestion {
  readonly component: string;
  readonly family: string;
  readonly drawing: Drawing;
  /** The lines of dashboard.yml, as an entry of `endpoints`. */
  readonly lines: string;
  /** True if the columns were chosen by name or type, not by position. */
  readonly selected: boolean;
}

/** A component that a file would fit if some cells were corrected. */
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
  /** The reason why the file cannot be read. */
  readonly problem?: ProblemView;
}

/** An endpoint to be added to dashboard.yml: a fit of the file that was tried last. */
export interface AddRequest {
  readonly component: string;
}

/** A warning of `check` about an endpoint to be added. */
export interface AddWarning extends Pick<Detail, 'message' | 'hint'> {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A change of the dashboard folder that the user has not yet confirmed. */
export interface AddProposal {
  /** Identifies the proposal when the user confirms it. */
  readonly id: string;
  /** The change in the form of a unified diff. */
  readonly diff: string;
  /** The warnings that `check` will print. */
  readonly warnings: readonly AddWarning[];
}

/** A dataset to be added to dashboard.yml, and what its host answered. */
export interface AddressProposal extends Pick<AddProposal, 'id' | 'diff'> {
  readonly header: readonly string[];
  /** The first rows. */
  readonly rows: readonly (readonly string[])[];
  readonly rowCount: number;
  readonly pages: number;
  readonly bytes: number;
}

/** The outcome of keeping a map in the dashboard folder: `other` is the hash of another map, which would be replaced. */
export interface KeptMap {
  readonly other?: string;
}

/** A component of the gallery, with its picture drawn from its sample. */
export interface GalleryEntry {
  readonly component: string;
  readonly family: string;
  readonly shape: string;
  readonly drawing: Drawing;
}
