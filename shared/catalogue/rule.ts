/** One failure of a schema or rule: where in the body, by dots and `[index]`, which rule, and what to do. */
export interface Violation {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
  readonly hint?: string;
}

/** A check across the fields of a body that a schema cannot express. */
export interface Rule {
  /** As it is declared: `sameLength(legend, series[].data)`. */
  readonly name: string;
  /** `base` is where the value stands when it is part of a body. */
  readonly check: (body: unknown, base?: string) => readonly Violation[];
}
