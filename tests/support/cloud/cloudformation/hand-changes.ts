import type { FakeResource } from '../fake-stack.ts';
import type { State } from '../listen.ts';

type Properties = Readonly<Record<string, unknown>>;

/** CloudFormation does not notice these changes by itself. */
export interface HandChanges {
  readonly state: State;
  change(resource: FakeResource, property: string, value: unknown): void;
  delete(resource: FakeResource): void;
  isGone(resource: FakeResource): boolean;
  actual(resource: FakeResource): Properties;
  overwrite(resource: FakeResource, properties?: readonly string[]): void;
}

const keyOf = ({ type, id }: FakeResource): string => `${type} ${id}`;

export const createHandChanges = (): HandChanges => {
  const changed = new Map<string, Properties>();
  const gone = new Set<string>();
  const actual: HandChanges['actual'] = (resource) => changed.get(keyOf(resource)) ?? {};
  return {
    state: [changed, gone],
    change: (resource, property, value) =>
      void changed.set(keyOf(resource), { ...actual(resource), [property]: value }),
    delete: (resource) => void gone.add(keyOf(resource)),
    isGone: (resource) => gone.has(keyOf(resource)),
    actual,
    overwrite: (resource, properties) => {
      const rest = Object.entries(actual(resource)).filter(([name]) => properties && !properties.includes(name));
      changed.set(keyOf(resource), Object.fromEntries(rest));
      if (!properties) gone.delete(keyOf(resource));
    },
  };
};
