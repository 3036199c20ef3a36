import type { Resource } from '../../../infra/stack/template/template.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Returns a value as a map. A value that is not a map has no fields. */
export const fields = (value: unknown): Fields => Object(value);

export interface Statement {
  readonly Effect: string;
  readonly Principal?: unknown;
  readonly Action: string | readonly string[];
  readonly Resource?: unknown;
  readonly Condition?: Fields;
}

export const statementsOf = (document: unknown): readonly Statement[] =>
  (fields(document).Statement ?? []) as readonly Statement[];

const actionsOf = ({ Action }: Statement): readonly string[] => [Action].flat();

const policiesOf = ({ Policies = [] }: Fields): readonly Statement[] =>
  (Policies as readonly Fields[]).flatMap(({ PolicyDocument }) => statementsOf(PolicyDocument));

export const statementsIn = (resource: Resource): readonly Statement[] => [
  ...policiesOf(fields(resource.Properties)),
  ...statementsOf(fields(resource.Properties).PolicyDocument),
  ...statementsOf(fields(resource.Properties).AssumeRolePolicyDocument),
];

export const isTlsOnly = ({ Effect, Principal, Action, Condition }: Statement): boolean =>
  Effect === 'Deny' &&
  Principal === '*' &&
  [Action].flat().includes('s3:*') &&
  String(fields(Condition?.Bool)['aws:SecureTransport']) === 'false';

export const hasWildcard = (statement: Statement): boolean =>
  actionsOf(statement).some((action) => action.includes('*'));

/** True if a resource of a statement matches everything, or every bucket. */
export const isEverything = (resource: unknown): boolean =>
  /^"?(\*|arn:[^:]*:s3:::\*.*)"?$/.test(JSON.stringify(resource) ?? '');
