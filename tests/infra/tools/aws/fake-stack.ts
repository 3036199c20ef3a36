import { resolveIntrinsics } from '../../../../infra/local/template/resolve-intrinsics.ts';
import type { Template } from '../../../../infra/local/template/template.ts';

export interface FakeResource {
  readonly logicalId: string;
  readonly type: string;
  readonly id: string;
}

export interface FakeStack {
  readonly status: string;
  readonly isProtected?: boolean;
  readonly outputs: Readonly<Record<string, string>>;
  readonly resources: readonly FakeResource[];
}

/** What a template becomes: names made of the stack's and the logical ids. */
export const deployTemplate = (name: string, template: Template, status: string): FakeStack => {
  const idOf = (logicalId: string, attribute?: string): string =>
    [`${name}-${logicalId.replaceAll(':', '')}`.toLowerCase(), ...(attribute ? [attribute] : [])].join('.');
  const resources = Object.entries(template.Resources).map(([logicalId, { Type: type, Properties = {} }]) => {
    const own = Properties.FunctionName ?? Properties.LogGroupName;
    return { logicalId, type, id: typeof own === 'string' ? own : idOf(logicalId) };
  });
  const outputs = Object.entries(template.Outputs ?? {}).map(([key, { Value }]) => [
    key,
    String(resolveIntrinsics(Value, idOf)),
  ]);
  return { status, outputs: Object.fromEntries(outputs), resources };
};
