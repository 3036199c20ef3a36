import type { Template } from '../../../infra/stack/template/template.ts';
import { fields } from './statements.ts';

type Owner = Record<string, unknown>;

export type Mutation = (resources: Owner) => void;

const at =
  (path: string, change: (owner: Owner, key: string) => void): Mutation =>
  (resources) => {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    change(
      keys.reduce<Owner>((owner, key) => fields(owner)[key] as Owner, resources),
      last,
    );
  };

/** Sets the value at a path such as `PieRole.Properties.Policies.0`. */
export const set = (path: string, value: unknown): Mutation =>
  at(path, (owner, key) => {
    owner[key] = value;
  });

export const remove = (path: string): Mutation => at(path, (owner, key) => delete owner[key]);

export const add = (path: string, value: unknown): Mutation =>
  at(path, (owner, key) => (owner[key] as unknown[]).push(value));

export const mutate = (template: Template, mutation: Mutation): Template => {
  const draft = structuredClone(template);
  mutation(draft.Resources as unknown as Owner);
  return draft;
};
