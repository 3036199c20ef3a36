/** Resolves a reference in this stack: the `Ref` of a resource, or one of its attributes. */
export type Refer = (logicalId: string, attribute?: string) => string;

type Intrinsic = (argument: unknown, refer: Refer) => unknown;

const getAtt: Intrinsic = (argument, refer) => {
  const [logicalId, ...attribute] = Array.isArray(argument) ? argument.map(String) : String(argument).split('.');
  return refer(logicalId ?? '', attribute.join('.'));
};

const join: Intrinsic = (argument, refer) => {
  const [separator, parts] = resolveIntrinsics(argument, refer) as [string, readonly unknown[]];
  return parts.join(separator);
};

const substitute: Intrinsic = (argument, refer) => {
  const [text, own] = Array.isArray(argument) ? argument : [argument, {}];
  const values = resolveIntrinsics(own, refer) as Record<string, unknown>;
  return String(text).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (Object.hasOwn(values, name)) return String(values[name]);
    return String(name.includes('.') ? getAtt(name, refer) : refer(name));
  });
};

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (argument, refer) => refer(String(argument)),
  'Fn::GetAtt': getAtt,
  'Fn::Join': join,
  'Fn::Sub': substitute,
};

/** Returns a template value with its references resolved. Throws for unknown CloudFormation functions. */
export const resolveIntrinsics = (value: unknown, refer: Refer): unknown => {
  if (Array.isArray(value)) return value.map((entry) => resolveIntrinsics(entry, refer));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name = '', argument] = entries[0] ?? [];
  if (entries.length === 1 && Object.hasOwn(intrinsics, name)) return intrinsics[name]?.(argument, refer);
  if (name.startsWith('Fn::')) throw new Error(`the local stack cannot resolve ${name}`);
  return Object.fromEntries(entries.map(([key, entry]) => [key, resolveIntrinsics(entry, refer)]));
};
