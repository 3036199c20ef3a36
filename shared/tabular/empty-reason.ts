/** The steps that can leave no row, in their order. */
const STEPS = ['source', 'where', 'window'] as const;

/** Why no row of the sources reached the columns of a component. */
export interface EmptyReason {
  /** The first step that left no row. */
  readonly step: (typeof STEPS)[number];
  /** Number of rows that were read from all sources. */
  readonly read: number;
  /** The newest time of a row outside of the window, in milliseconds since 1970. */
  readonly newest?: number;
}

/** The reason for a table without rows, unless another reason is known. */
const NO_ROWS: EmptyReason = { step: 'source', read: 0 };

const join = (one: EmptyReason, other: EmptyReason): EmptyReason => {
  const { step } = STEPS.indexOf(one.step) >= STEPS.indexOf(other.step) ? one : other;
  const times = [one.newest, other.newest].filter((time) => time !== undefined);
  return { step, read: one.read + other.read, ...(times.length > 0 && { newest: Math.max(...times) }) };
};

/** The fields of a table that say why it is empty. */
interface MaybeEmpty {
  readonly rows: { readonly length: number };
  readonly empty?: EmptyReason;
}

/** Returns why no row reached any of several tables; undefined if a row did. */
export const emptyReasonOf = (tables: readonly MaybeEmpty[]): EmptyReason | undefined => {
  let reason: EmptyReason | undefined;
  for (const { rows, empty = rows.length === 0 ? NO_ROWS : undefined } of tables) {
    if (!empty) return undefined;
    reason = reason ? join(reason, empty) : empty;
  }
  return reason;
};

const SECONDS_ONLY = /\.000Z$/;

/**
 * Returns the fields of a reason as the log shows them. `kept` is always 0, because a reason exists only if no row is
 * kept.
 */
export const emptyFields = ({ step, read, newest }: EmptyReason) => ({
  step,
  read,
  kept: 0,
  ...(newest !== undefined && { newest: new Date(newest).toISOString().replace(SECONDS_ONLY, 'Z') }),
});

/** Writes a reason as the header `x-wallfeed-empty`: `where; read=5; kept=0`. */
export const writeEmpty = (reason: EmptyReason): string => {
  const { step, ...numbers } = emptyFields(reason);
  return [step, ...Object.entries(numbers).map(([name, value]) => `${name}=${value}`)].join('; ');
};

const WRITTEN = /^(source|where|window); read=(\d{1,15}); kept=0(?:; newest=([-+\dT:.Z]{1,30}))?$/;

/** Reads the header `x-wallfeed-empty`; undefined for any other text. */
export const readEmpty = (text: string): EmptyReason | undefined => {
  const [, step, read, newest] = WRITTEN.exec(text) ?? [];
  if (!step) return undefined;
  const time = Date.parse(newest ?? '');
  return { step: step as EmptyReason['step'], read: Number(read), ...(!Number.isNaN(time) && { newest: time }) };
};

/** Describes a reason in a few words: `where kept 0 of 5`. */
export const describeEmpty = ({ step, read, newest }: ReturnType<typeof emptyFields>): string => {
  if (step === 'source') return 'the source has none';
  return `${step} kept 0 of ${read}${newest === undefined ? '' : `, the newest of ${newest}`}`;
};
