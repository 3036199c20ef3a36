import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type { Template } from '../../../infra/stack/template/template.ts';

type Fields = Readonly<Record<string, unknown>>;

const spec = loadAwsServiceSpecSync();

const resourceType = (type: string) => spec.lookup('resource', 'cloudFormationType', 'equals', type)[0];

type Property = NonNullable<ReturnType<typeof resourceType>>['properties'][string];
type PropertyType = Property['type'];

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True for an intrinsic such as `{ Ref: ... }`, whose value is known only at deployment. */
const isIntrinsic = (value: unknown): boolean =>
  isFields(value) && Object.keys(value).length === 1 && /^(Ref$|Fn::)/.test(Object.keys(value)[0] ?? '');

const scalars: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  'date-time': (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  null: (value) => value === null,
  json: isFields,
  tag: (value) => isFields(value) && typeof value.Key === 'string' && typeof value.Value === 'string',
};

const checkFields = (
  value: unknown,
  properties: Readonly<Record<string, Property>>,
  path: string,
): readonly string[] => {
  if (!isFields(value)) return [`${path} is not a map`];
  const required = Object.entries(properties).filter(([, property]) => property.required);
  return [
    ...required.filter(([name]) => value[name] === undefined).map(([name]) => `${path} lacks ${name}`),
    ...Object.entries(value).flatMap(([name, entry]) => {
      const property = properties[name];
      return property ? checkValue(entry, property.type, `${path}.${name}`) : [`${path}.${name} does not exist`];
    }),
  ];
};

const checkScalar = (value: unknown, type: PropertyType, path: string): readonly string[] => {
  if (!scalars[type.type]?.(value)) return [`${path} is ${JSON.stringify(value)}, not of the type ${type.type}`];
  const allowed: readonly unknown[] | undefined = 'allowedValues' in type ? type.allowedValues : undefined;
  return allowed === undefined || allowed.includes(value)
    ? []
    : [`${path} is ${JSON.stringify(value)}, not ${allowed}`];
};

const checkValue = (value: unknown, type: PropertyType, path: string): readonly string[] => {
  if (isIntrinsic(value)) return [];
  if (type.type === 'union') {
    const attempts = type.types.map((one) => checkValue(value, one, path));
    return attempts.some((faults) => faults.length === 0) ? [] : (attempts[0] ?? []);
  }
  if (type.type === 'ref') return checkFields(value, spec.get('typeDefinition', type.reference).properties, path);
  if (type.type === 'array') {
    if (!Array.isArray(value)) return [`${path} is not a list`];
    return value.flatMap((entry, index) => checkValue(entry, type.element, `${path}[${index}]`));
  }
  if (type.type === 'map') {
    if (!isFields(value)) return [`${path} is not a map`];
    return Object.entries(value).flatMap(([name, entry]) => checkValue(entry, type.element, `${path}.${name}`));
  }
  return checkScalar(value, type, path);
};

/** Finds unknown types of resources, unknown properties, and values of a wrong type. */
export const checkResources = ({ Resources }: Template): readonly string[] =>
  Object.entries(Resources).flatMap(([name, { Type, Properties = {} }]) => {
    const type = resourceType(Type);
    return type ? checkFields(Properties, type.properties, name) : [`${name} is of the unknown type ${Type}`];
  });

const PSEUDO = /^AWS::(AccountId|Partition|Region|StackId|StackName|NoValue|URLSuffix|NotificationARNs)$/;

const checkReference = (Resources: Template['Resources'], name: string, attribute?: string): readonly string[] => {
  if (attribute === undefined && PSEUDO.test(name)) return [];
  const resource = Resources[name];
  if (!resource) return [`there is no resource ${name}`];
  if (attribute === undefined) return [];
  return resourceType(resource.Type)?.attributes[attribute] ? [] : [`${name} has no attribute ${attribute}`];
};

const checkText = (Resources: Template['Resources'], text: string): readonly string[] =>
  Array.from(text.matchAll(/\$\{([^!}][^}]*)\}/g), ([, name = '']) => name).flatMap((name) => {
    const [id = '', ...attribute] = name.split('.');
    return checkReference(Resources, id, attribute.length > 0 ? attribute.join('.') : undefined);
  });

export const checkReferences = (template: Template): readonly string[] => {
  const { Parameters } = template;
  const Resources = { ...Parameters, ...template.Resources };
  const visit = (value: unknown): readonly string[] => {
    if (Array.isArray(value)) return value.flatMap(visit);
    if (!isFields(value)) return [];
    if (typeof value.Ref === 'string') return checkReference(Resources, value.Ref);
    const target = value['Fn::GetAtt'];
    if (Array.isArray(target)) return checkReference(Resources, target[0], target.slice(1).join('.'));
    if (typeof value['Fn::Sub'] === 'string') return checkText(Resources, value['Fn::Sub']);
    return Object.values(value).flatMap(visit);
  };
  return visit(template);
};

export const checkTags = ({ Resources }: Template, expected: Readonly<Record<string, string>>): readonly string[] => {
  const list = Object.entries(expected).map(([Key, Value]) => ({ Key, Value }));
  return Object.entries(Resources).flatMap(([name, { Type, Properties = {} }]) => {
    const known = resourceType(Type);
    const { tagPropertyName = known?.properties.ResourceTags ? 'ResourceTags' : undefined, variant } =
      known?.tagInformation ?? {};
    if (tagPropertyName === undefined) return [];
    const right = JSON.stringify(variant === 'map' ? expected : list);
    return JSON.stringify(Properties[tagPropertyName]) === right ? [] : [`${name} lacks the tags of the stack`];
  });
};
