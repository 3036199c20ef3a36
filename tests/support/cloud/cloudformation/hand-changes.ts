import type { FakeResource } from '../fake-stack.ts';
import type { State } from '../listen.ts';

type Properties = Readonly<Record<string, unknown>>;

/** Changes that people have made in an account past CloudFormation, which does not notice them by itself. */
export interface HandChanges {
  readonly state: State;
  change(resource: FakeResource, property: string, value: unknown): void;
  delete(resource: FakeResource): void;
  isGone(resource: FakeResource): boolean;
  /** Returns the actual values of the properties that were changed by hand. */
  actual(resource: FakeResource): Properties;
  /** Forgets changes that an update or a new resource has overwritten: of some properties, or all. */
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
