export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

/** A function of CloudFormation, such as `{ Ref: 'DataBucket' }`. */
export type Reference = Readonly<Record<string, unknown>>;

/** A string in a template, or an expression that CloudFormation resolves at deployment. */
export type Value = string | Reference;

export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DependsOn?: string | readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/** A statement of an IAM policy: actions that a function may take, or must not take, and their resources. */
export interface Permission {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  readonly Resource: readonly Value[];
  readonly Condition?: Reference;
}

/** Values are compared as JSON. */
export const unique = <V>(values: readonly V[]): readonly V[] =>
  Array.from(new Map(values.map((value) => [JSON.stringify(value), value])).values());

/** Returns an empty list if there is no resource. */
export const allow = (
  action: readonly string[],
  resource: readonly Value[],
  condition?: Reference,
): readonly Permission[] =>
  resource.length === 0
    ? []
    : [{ Effect: 'Allow', Action: action, Resource: unique(resource), ...(condition ? { Condition: condition } : {}) }];

export const join = (separator: string, ...parts: readonly Value[]): Value => ({ 'Fn::Join': [separator, parts] });

export const foreignBucketArn = (bucket: string): Value =>
  join('', 'arn:', { Ref: 'AWS::Partition' }, `:s3:::${bucket}`);

/** Allows listing, because S3 otherwise reports access denied for the key of a missing object. */
export const listBucket = (bucket: Value, prefixes: readonly string[]): readonly Permission[] =>
  allow(['s3:ListBucket'], prefixes.length === 0 ? [] : [bucket], { StringLike: { 's3:prefix': prefixes } });
