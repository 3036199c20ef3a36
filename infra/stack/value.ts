/** A function of CloudFormation, such as `{ Ref: 'DataBucket' }`. */
export type Reference = Readonly<Record<string, unknown>>;

/** A text of a template, there or resolved when it is deployed. */
export type Value = string | Reference;
