import { isOlderName, olderNameOf } from '../stack/function-name.ts';
import { resourcesOf, type Template } from '../stack/template/template.ts';

const functionNames = (template: Template): readonly string[] =>
  resourcesOf(template, 'AWS::Lambda::Function').flatMap(([, { Properties }]) => {
    const name = Properties?.FunctionName;
    return typeof name === 'string' ? [name] : [];
  });

/** Returns a function with the name of an earlier version, without `wallfeed-`; undefined for a stack without one. */
export const olderName = (deployed: Template, stack: string): string | undefined =>
  functionNames(deployed).find((name) => isOlderName(name, stack));

/** Matches a name that is a whole text, the end of the name of a log group, or a text in JSON. */
const patternOf = (name: string): RegExp => new RegExp(`(?<=^|"|/aws/lambda/)${name}(?=$|")`, 'g');

const renameIn = (value: unknown, renames: readonly (readonly [RegExp, string])[]): unknown => {
  if (typeof value === 'string') return renames.reduce((text, [pattern, name]) => text.replace(pattern, name), value);
  if (Array.isArray(value)) return value.map((entry) => renameIn(entry, renames));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, renameIn(entry, renames)]));
};

type Outputs = NonNullable<Template['Outputs']>;

/** Adds the exports of deployed outputs, because another stack may import them. */
const withExports = (outputs: Outputs = {}, deployed: Outputs = {}): Outputs =>
  Object.fromEntries(
    Object.entries(outputs).map(([key, output]) => {
      const { Export } = (deployed[key] ?? {}) as { readonly Export?: unknown };
      return [key, { ...output, ...(Export !== undefined && { Export }) }];
    }),
  );

/**
 * Gives a template the names that the functions of a deployed stack have from an earlier version, and its exports.
 * Other names would replace the functions and their logs.
 */
export const withKeptNames = (template: Template, deployed: Template, stack: string): Template => {
  const exported = {
    ...template,
    ...(template.Outputs && { Outputs: withExports(template.Outputs, deployed.Outputs) }),
  };
  if (olderName(deployed, stack) === undefined) return exported;
  const renames = functionNames(template).map((name) => [patternOf(name), olderNameOf(name, stack)] as const);
  return { ...exported, Resources: renameIn(template.Resources, renames) as Template['Resources'] };
};
