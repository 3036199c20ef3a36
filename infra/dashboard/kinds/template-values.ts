/** A cost allocation tag. */
export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

/** A function of CloudFormation, such as `{ Ref: 'DataBucket' }`. */
export type Reference = Readonly<Record<string, unknown>>;

/** A string in a template, or an expression that CloudFormation resolves at deployment. */
export type Value = string | Reference;

/** One resource of a CloudFormation template. */
export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DependsOn?: string | readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}
