import type { Watch } from '../../../shared/config/dashboard-config.ts';
import type { DatasetConfig, DatasetSource, ObjectLocation, SqlSource } from '../../../shared/config/sources.ts';
import type { Budget } from '../../../shared/limits/budget.ts';
import type { RequestWindow } from '../../../shared/sources/rds-data.ts';
import type { ColumnRows } from '../../../shared/tabular/column-rows.ts';
import type { Cell } from '../../../shared/tabular/table.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import type { Fields } from '../folder/fields.ts';
import type { Path } from '../folder/read-yaml.ts';
import type { Position } from '../folder/text-position.ts';
import type { SourceContext } from '../sources/source-keys.ts';
import type { ColumnName } from '../sql/read-statement.ts';
import type { Permission, Resource, Tag, Value } from './permission.ts';

export interface DatasetRows {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly Cell[])[];
  /** 0 for services that charge for something else. */
  readonly scannedBytes: number;
  readonly seconds: number;
}

export interface QueryPlace {
  readonly region: string;
  /** The workgroup that the user names, and that of the stage. */
  readonly workgroup?: string | undefined;
  readonly stageWorkgroup?: string | undefined;
  /** The explanation says why AWS refused the call. */
  readonly explained: <Result>(doing: string, call: () => Promise<Result>) => Promise<Result>;
}

export class QueryFailure extends Error {
  readonly position: Position | undefined;

  constructor(message: string, position: Position | undefined) {
    super(message);
    this.position = position;
  }
}

/** JSON Schema. Its descriptions are for hints, editors and documents. */
export type Key = Readonly<Record<string, unknown>>;

interface KindKeys {
  /** The key with the name of the kind, which holds the source. */
  readonly source: Key;
  /** No other kind has these keys. */
  readonly beside?: Readonly<Record<string, Key>>;
  /** For all datasets of the kind. */
  readonly top?: Key;
  /** Without an entry here, the hint for a key of another kind is to remove it. */
  readonly foreign?: Readonly<Record<string, string>>;
}

interface FileSettings {
  readonly folder: string;
  readonly timezone: string;
  readonly budget: Budget;
}

interface SlotRules {
  readonly minMs: number;
  readonly defaultMs: number;
  readonly hint: string;
}

export interface DatasetContext extends SourceContext {
  readonly top: Fields;
  readonly stale: unknown;
}

/** Valid or not. */
export interface ReadKind {
  readonly problems: readonly DefinitionProblem[];
  /** `athena`, `csv orders.csv`. */
  readonly words: string;
  /** Absolute path in data/. Absent if no file has the rows. */
  readonly file?: string;
  /** The joined files of data/: absolute paths by their names in dashboard.yml. */
  readonly joinedFiles?: Readonly<Record<string, string>>;
  /** Absent if dashboard.yml does not name the columns. */
  readonly columns?: readonly ColumnName[];
  /** Says what further columns have that cannot be read, such as lists, by name. */
  readonly unreadable?: ReadonlyMap<string, string>;
  /** The parameters of endpoints that the source uses. A request must have a value for those in a path. */
  readonly own?: readonly { readonly name: string; readonly isRequired: boolean }[];
  /** Absent if the source is invalid. */
  readonly source?: DatasetSource;
  /** Settings that the stack and the estimate of costs need, but the function does not. */
  readonly settings?: object;
}

/** Some kinds add settings of their own. */
export interface LoadedDataset {
  readonly config: DatasetConfig;
}

/** An object in S3 that functions read, or all objects whose keys begin with `key`. */
export interface NeededObject extends ObjectLocation {
  readonly isPrefix?: true;
}

export interface KindStack {
  readonly name: string;
  readonly watch: Watch;
  readonly tags: readonly Tag[];
}

type Datasets = readonly LoadedDataset[];
type Resources = Readonly<Record<string, Resource>>;

interface KindNeeds {
  readonly objects?: (source: DatasetSource) => readonly NeededObject[];
  readonly queries?: (source: DatasetSource) => readonly SqlSource[];
  readonly secrets?: (source: DatasetSource) => readonly string[];
  readonly permissions?: (datasets: Datasets) => readonly Permission[];
  readonly resources?: (datasets: Datasets, stack: KindStack) => Resources;
  readonly alarms?: (datasets: Datasets, stack: KindStack) => Resources;
  readonly environment?: (datasets: Datasets) => Readonly<Record<string, Value>>;
}

export interface HostCalls {
  readonly host: string;
  /** Maximum number of pages of an answer. Each page is a call. */
  readonly pages: number;
  /** Number of calls that only find that there is no further page. */
  readonly endCalls: number;
  /** Minimum time between two calls in one environment; 0 without `rate`. */
  readonly intervalSeconds: number;
  /** True if a first call gets a token for the others. */
  readonly logsIn: boolean;
}

export interface CostFacts {
  /** Bytes that one read scans, if the service bills them; 0 for other sources. */
  readonly scannedBytes: number;
  /** True if `scannedBytes` is only the most that a read may scan, because nobody says what it usually scans. */
  readonly isScanBound?: boolean;
  readonly requests: number;
  /** The metrics of CloudWatch that one read asks for by name, and the number of its searches. */
  readonly metrics?: { readonly named: number; readonly searches: number };
  /** The calls of one read to a host outside of AWS. */
  readonly calls?: HostCalls;
  readonly asksOwnDatabase: boolean;
  readonly asksOwnWorkgroup: boolean;
}

interface KindPrice {
  /** As reports name them: `Athena`, `queries`. */
  readonly title: string;
  readonly noun: string;
  /**
   * The line of the price list that a read pays: by bytes scanned, by bytes of the result, by requests to S3, or by
   * metrics.
   */
  readonly line: 'scan' | 'query' | 'objectRead' | 'metricRead';
  readonly facts?: (dataset: LoadedDataset) => Partial<CostFacts>;
  /** A cheaper place for the rows, with the cost of a dataset there. Absent if this kind is not cheaper. */
  readonly alternative?: { readonly place: string; readonly facts: Partial<CostFacts> };
}

/** The services in infra/local/emulators that one dataset needs. */
interface EmulatorNeeds {
  readonly database?: true;
  readonly workgroups?: Readonly<Record<string, object>>;
}

interface Emulator {
  readonly needs: (workgroup: string) => EmulatorNeeds;
  /** Prints a line first if the packages are missing. */
  readonly install?: (print: (line: string) => void) => Promise<void>;
  readonly notice?: string;
}

interface KindDocs {
  /** The place of the rows that this kind is for, and advice on what to write for such rows. */
  readonly rows: string;
  readonly advice: string;
  readonly form: string;
  readonly beside?: readonly (readonly [keys: string, meaning: string])[];
  readonly example: string;
  readonly errors: readonly string[];
  /** The limits of a read, as a part of a sentence in schemas/datasets.md. */
  readonly limits: string;
}

/**
 * A kind of source that datasets may have. Two parts are elsewhere: the reader of the functions, in the folder with the
 * kind's name in shared/kinds, and the emulator itself.
 */
export interface SourceKind {
  /** The key of the kind in dashboard.yml, and the name of its folders. */
  readonly name: string;
  readonly keys: KindKeys;
  /** True for a file with a selection of its own, false for a query. */
  readonly isFile: boolean;
  readonly isOfEndpoints: boolean;
  /** The service keeps the result for all environments. A billed read may take longer than a request. */
  readonly isBilled: boolean;
  /** True if the rows are neither in the stack nor in an account of AWS. */
  readonly isOutside?: true;
  /** True if the rows are in an account of AWS, and in no stack. */
  readonly isOfAccount?: true;
  /** The key that a map of the source must have, if the keys of a selection are inside of the map. Default for files: `file`. */
  readonly mapKey?: string;
  readonly windowHint?: string;
  readonly slots: SlotRules;
  /**
   * For a kind whose files are no CSV. The newest time is the current time. @throws WallfeedError as a function does.
   */
  readonly readFile?: (path: string, source: DatasetSource, settings: FileSettings) => Promise<ColumnRows>;
  readonly check: (fields: Fields, path: Path, context: DatasetContext) => Promise<ReadKind>;
  /** Finds errors in the key of the kind at the top of the file that the schema cannot express. */
  readonly checkTop?: (fields: Fields, path: Path) => readonly DefinitionProblem[];
  /**
   * Runs a query once and reads all its rows, as `wallfeed query` does. Absent if `wallfeed query` uses the reader of
   * the functions.
   * @throws QueryFailure, or an Error that explains what AWS refused.
   */
  readonly run?: (source: DatasetSource, window: RequestWindow, place: QueryPlace) => Promise<DatasetRows>;
  /** Writes the first request of a read, without `auth` and `login`, and with stars in place of secrets. */
  readonly writeRequest?: (source: DatasetSource, window: RequestWindow, timezone: string) => string;
  /** Says why one call was taken for all pages, because a mistake in the key for pages looks like an answer of one page. */
  readonly noteSinglePage?: (source: DatasetSource) => string | undefined;
  /** True if dashboard.yml says which part of an answer has the rows. */
  readonly findsRows?: true;
  readonly needs: KindNeeds;
  readonly price: KindPrice;
  /** Absent if the emulator of S3 suffices. */
  readonly emulator?: Emulator;
  readonly docs: KindDocs;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** The slots of a source whose reads are not billed one by one. */
export const SLOTS_OF_READS: SlotRules = {
  minMs: SECOND_MS,
  defaultMs: MINUTE_MS,
  hint: 'write 1s or more: all requests of one slot share one read',
};
