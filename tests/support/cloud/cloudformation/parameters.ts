import type { Template } from '../../../../infra/stack/template/template.ts';

type Values = Readonly<Record<string, string>>;

const substitute = (value: unknown, values: Values): unknown => {
  if (Array.isArray(value)) return value.map((entry) => substitute(entry, values));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::Sub': text } = value as Readonly<Record<string, unknown>>;
  if (typeof Ref === 'string' && Object.hasOwn(values, Ref)) return values[Ref];
  if (typeof text === 'string') {
    const filled = text.replace(/\$\{([^!}]+)\}/g, (whole, name: string) => values[name] ?? whole);
    return filled.includes('${') ? { 'Fn::Sub': filled } : filled;
  }
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, substitute(entry, values)]));
};

export const withParameters = (template: Template, given: Values): Template => {
  const declared = Object.entries(template.Parameters ?? {});
  const defaults = declared.flatMap(([name, { Default }]) => (Default === undefined ? [] : [[name, Default] as const]));
  const values = { ...Object.fromEntries(defaults), ...given };
  if (declared.length === 0) return template;
  return { ...template, Resources: substitute(template.Resources, values) as Template['Resources'] };
};

export const refuseParameters = ({ Parameters = {} }: Template, given: Values): string | undefined => {
  const unknown = Object.keys(given).filter((name) => !Parameters[name]);
  if (unknown.length > 0) return `Parameters: [${unknown.join(', ')}] do not exist in the template`;
  const lacking = Object.keys(Parameters).filter((name) => !(name in given) && Parameters[name]?.Default === undefined);
  return lacking.length > 0 ? `Parameters: [${lacking.join(', ')}] must have values` : undefined;
};
