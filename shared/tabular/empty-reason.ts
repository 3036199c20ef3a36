/** Steps that can leave no row, in their order. */
const STEPS = ['source', 'where', 'window'] as const;

export interface EmptyReason {
  /** The first step that left no row. */
  readonly step: (typeof STEPS)[number];
  /** Number of rows from all sources. */
  readonly read: number;
  /** Newest time of a row outside of the window, in milliseconds since 1970. */
  readonly newest?: number;
}

const NO_ROWS: EmptyReason = { step: 'source', read: 0 };

const join = (one: EmptyReason, other: EmptyReason): EmptyReason => {
  const { step } = STEPS.indexOf(one.step) >= STEPS.indexOf(other.step) ? one : other;
  const times = [one.newest, other.newest].filter((time) => time !== undefined);
  return { step, read: one.read + other.read, ...(times.length > 0 && { newest: Math.max(...times) }) };
};

interface MaybeEmpty {
  readonly rows: { readonly length: number };
  readonly empty?: EmptyReason;
}

/** Returns undefined if a row reached one of the tables. */
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
