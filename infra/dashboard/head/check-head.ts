import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { KINDS } from '../registry/kinds.ts';
import type { DashboardHead } from './dashboard-head.ts';
import type { HeadKey } from './head-key.ts';
import { HEAD_KEYS } from './head-keys.ts';

const KEYS = [...HEAD_KEYS];

export const checkHead = (file: Fields): readonly DefinitionProblem[] => [
  ...KEYS.flatMap(([name, { check }]) => (file[name] === undefined ? [] : (check?.(file[name], file) ?? []))),
  ...KINDS.flatMap(({ name, checkTop }) => checkTop?.(asFields(file[name]), [name]) ?? []),
];

const settingsWithout = ({ schema, compile }: HeadKey): Partial<DashboardHead> =>
  schema.default === undefined ? {} : (compile?.(schema.default) ?? {});

const DEFAULTS = Object.assign({ name: '' }, ...KEYS.map(([, key]) => settingsWithout(key))) as DashboardHead;

/** Returns the dashboard's own settings. Invalid keys have the effect of missing ones, or what their records say. */
export const compileHead = (file: Fields, problems: readonly DefinitionProblem[]): DashboardHead => {
  const faulty = new Set(problems.map(({ path }) => path[0]));
  const settings = KEYS.map(([name, { compile, invalid }]) => {
    if (faulty.has(name)) return invalid;
    return file[name] === undefined ? undefined : compile?.(file[name]);
  });
  return Object.assign({}, DEFAULTS, ...settings);
};
