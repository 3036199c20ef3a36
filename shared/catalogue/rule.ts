/** One violation of a schema or rule: its path in the body (`series[0].name`), the rule, a message and a hint. */
export interface Violation {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
  readonly hint?: string;
}

/** A check across several fields of a body, which a schema cannot express. */
export interface Rule {
  /** The declaration of the rule: `sameLength(legend, series[].data)`. */
  readonly name: string;
  /**
   * Returns the violations in a value. `base` is the path of the value if it is part of a body. Stops after `max`
   * violations, by default the number that an error response lists.
   */
  readonly check: (body: unknown, base?: string, max?: number) => readonly Violation[];
}
