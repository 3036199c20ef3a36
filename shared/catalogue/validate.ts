/** Ajv's error object: one error of a compiled schema. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A compiled schema: returns true if the body is valid, and else sets `errors`. */
export interface Validate {
  (body: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** The compiled schemas of a family, by the names of their shapes. */
export type Validators = Readonly<Record<string, Validate>>;
