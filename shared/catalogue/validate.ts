/** What a compiled schema says of a body that does not fit: Ajv's error object. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A compiled schema. */
export interface Validate {
  (body: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** The compiled schemas of a family, by the names of its shapes. */
export type Validators = Readonly<Record<string, Validate>>;
