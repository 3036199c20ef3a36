import type { Resource, Template } from '../../../../infra/stack/template/template.ts';
import { dependenciesOf } from './references.ts';
import { isResourceType } from './resource-types.ts';

const MAX_RESOURCES = 500;
const MAX_TEMPLATE_BYTES = 1_000_000;
export const MAX_BODY_BYTES = 51_200;

const findCycle = ({ Resources }: Template): readonly string[] => {
  const dependencies = new Map(
    Object.entries(Resources).map(([id, resource]) => [id, new Set(dependenciesOf(resource))]),
  );
  for (;;) {
    const free = Array.from(dependencies).filter(
      ([, needs]) => !Array.from(needs).some((need) => dependencies.has(need)),
    );
    if (free.length === 0) return [...dependencies.keys()];
    for (const [id] of free) dependencies.delete(id);
  }
};

const refuseResources = (template: Template): string | undefined => {
  const resources = Object.entries(template.Resources);
  if (resources.length > MAX_RESOURCES) {
    return `Template format error: Number of resources, ${resources.length}, is greater than maximum allowed, ${MAX_RESOURCES}`;
  }
  const unknown = resources.filter(([, { Type }]) => !isResourceType(Type)).map(([, { Type }]) => Type);
  if (unknown.length > 0) return `Template format error: Unrecognized resource types: [${unknown.join(', ')}]`;
  const lacking = resources.flatMap(([, resource]) =>
    dependenciesOf(resource).filter((id) => !template.Resources[id] && !template.Parameters?.[id]),
  );
  if (lacking.length > 0) {
    return `Template format error: Unresolved resource dependencies [${lacking.join(', ')}] in the Resources block of the template`;
  }
  const cycle = findCycle(template);
  return cycle.length > 0 ? `Circular dependency between resources: [${cycle.join(', ')}]` : undefined;
};

/** Returns the template, or the message of the refusal. */
export const readTemplate = (text: string): Template | string => {
  if (Buffer.byteLength(text) > MAX_TEMPLATE_BYTES) {
    return `Template may not exceed ${MAX_TEMPLATE_BYTES} bytes in size.`;
  }
  try {
    const template = JSON.parse(text) as Partial<Template>;
    if (Object.keys(template.Resources ?? {}).length === 0) {
      return 'Template format error: At least one Resources member must be defined.';
    }
    return refuseResources(template as Template) ?? (template as Template);
  } catch {
    return 'Template format error: JSON not well-formed.';
  }
};

const routeFailure = (key: string, isRepeated: boolean): string | undefined => {
  if (isRepeated) return `Route with key ${key} already exists for this API`;
  return key.endsWith('/') && !key.endsWith(' /') ? `Invalid resource path specified: ${key}` : undefined;
};

/**
 * Adds the key of an accepted route to `keys`.
 * @throws Error with the reason why API Gateway refuses the route.
 */
export const refuseRoute = ({ Type, Properties = {} }: Resource, keys: Set<string>): void => {
  if (Type !== 'AWS::ApiGatewayV2::Route') return;
  const key = String(Properties.RouteKey);
  const failure = routeFailure(key, keys.has(key));
  if (failure !== undefined) throw new Error(failure);
  keys.add(key);
};
