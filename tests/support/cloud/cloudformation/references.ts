import type { Resource } from '../../../../infra/stack/template/template.ts';

/** Such as `!Ref Table` or `!GetAtt Table.Arn`. */
export interface Reference {
  readonly target: string;
  /** Absent for `Ref`. */
  readonly attribute?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const inText = (text: string): readonly Reference[] =>
  Array.from(text.matchAll(/\$\{([^!}][^}]*)\}/g), ([, name = '']) => {
    const [target = '', ...attribute] = name.split('.');
    return attribute.length > 0 ? { target, attribute: attribute.join('.') } : { target };
  });

const intrinsicReferences = ({ Ref, 'Fn::GetAtt': getAtt, 'Fn::Sub': sub }: Fields): readonly Reference[] => {
  if (typeof Ref === 'string') return [{ target: Ref }];
  if (Array.isArray(getAtt)) return [{ target: String(getAtt[0]), attribute: getAtt.slice(1).join('.') }];
  const [text] = [sub].flat();
  return typeof text === 'string' ? inText(text) : [];
};

/** Finds all references inside a value, without pseudo parameters such as `AWS::Region`. */
export const referencesIn = (value: unknown): readonly Reference[] => {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  const references = intrinsicReferences(value as Fields).filter(({ target }) => !target.startsWith('AWS::'));
  return [...references, ...Object.values(value).flatMap(referencesIn)];
};

export const dependenciesOf = (resource: Resource): readonly string[] => {
  const explicit = [(resource as { readonly DependsOn?: string | readonly string[] }).DependsOn ?? []].flat();
  return [...explicit, ...referencesIn(resource.Properties).map(({ target }) => target)];
};
