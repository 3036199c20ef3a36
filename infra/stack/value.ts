/** A function of CloudFormation, such as `{ Ref: 'DataBucket' }`. */
export type Reference = Readonly<Record<string, unknown>>;

/** A string in a template, or an expression that CloudFormation resolves at deployment. */
export type Value = string | Reference;
