import { resolveIntrinsics, type Template } from '../../../infra/stack/template/template.ts';

export interface FakeResource {
  readonly logicalId: string;
  readonly type: string;
  readonly id: string;
  /** Default: CREATE_COMPLETE. */
  readonly status?: string;
  readonly reason?: string;
}

export interface FakeStack {
  readonly status: string;
  readonly isProtected?: boolean;
  readonly outputs: Readonly<Record<string, string>>;
  readonly resources: readonly FakeResource[];
  /** Absent if a test created the stack without a template. */
  readonly template?: Template;
  readonly tags?: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly policy?: string;
}

/** Returns the name of a resource: the name in the template, or a name made of the stack's name and the logical id. */
export const physicalId = (name: string, logicalId: string, { Properties = {} }: Template['Resources'][string]) => {
  const givenName = Properties.FunctionName ?? Properties.LogGroupName;
  return typeof givenName === 'string' ? givenName : `${name}-${logicalId.replaceAll(':', '')}`.toLowerCase();
};

export const outputsOf = (
  name: string,
  { Outputs = {} }: Template,
  resources: readonly FakeResource[],
): FakeStack['outputs'] => {
  const ids = new Map(resources.map(({ logicalId, id }) => [logicalId, id]));
  const refer = (logicalId: string, attribute?: string): string => {
    const id = ids.get(logicalId) ?? `${name}-${logicalId.replaceAll(':', '')}`.toLowerCase();
    return attribute ? `${id}.${attribute}` : id;
  };
  return Object.fromEntries(
    Object.entries(Outputs).map(([key, { Value }]) => [key, String(resolveIntrinsics(Value, refer))]),
  );
};
