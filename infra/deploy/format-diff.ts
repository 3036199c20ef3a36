import { counted } from '../tools/dashboard/report-faults.ts';
import { formatTable } from '../tools/format-table.ts';
import { describeLosses } from './describe-loss.ts';
import { kindOf, propertyName } from './resource-kinds.ts';
import type { StackChange, StackDiff, UrlChanges } from './stack-diff.ts';

const MAX_NAMES = 14;

const isRetained = ({ action, kept }: StackChange): boolean => action === 'remove' && kept === 'everything';

/** Headings in the order of print, each with the changes below it. */
const SECTIONS: readonly (readonly [string, (change: StackChange) => boolean])[] = [
  ['Adds', ({ action }) => action === 'add'],
  ['Changes', ({ action, mayReplace }) => action === 'change' && !mayReplace],
  ['Changes, and may replace', ({ mayReplace }) => mayReplace],
  ['Replaces', ({ action }) => action === 'replace'],
  ['Removes', (change) => change.action === 'remove' && !isRetained(change)],
  ['Lets go of, and leaves in the account', isRetained],
];

const listed = (names: readonly string[]): string => {
  const rest = names.length - MAX_NAMES;
  return rest > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${rest} more` : names.join(', ');
};

const plural = (count: number, noun: string): string => {
  if (count === 1) return `1 ${noun}`;
  const [, singular = noun, rest = ''] = /^(\S+)( (?:of|to) .*)$/.exec(noun) ?? [];
  return `${count} ${singular.replace(/y$/, 'ie').replace(/(s|ch)$/, '$1e')}s${rest}`;
};

const changedProperties = ({ type, properties }: StackChange): string =>
  properties.map((property) => propertyName(type, property)).join(', ');

const markedName = ({ name, holdsData }: StackChange): string => (holdsData ? `${name} (holds data)` : name);

/** One line for resources of one kind that change in the same way. */
const mainRow = ([first, ...rest]: readonly [StackChange, ...StackChange[]]): readonly string[] => {
  const all = [first, ...rest];
  const properties = changedProperties(first);
  const names = listed(all.map(markedName));
  return [`  ${plural(all.length, kindOf(first.type).noun)}`, properties ? `${names}: ${properties}` : names];
};

const partWords = ([first, ...rest]: readonly [StackChange, ...StackChange[]]): string => {
  const properties = changedProperties(first);
  return plural(rest.length + 1, kindOf(first.type).noun) + (properties ? ` (${properties})` : '');
};

type Group = readonly [StackChange, ...StackChange[]];

const groupsOf = (changes: readonly StackChange[]): readonly Group[] =>
  Array.from(
    Map.groupBy(changes, (change) => `${change.type} ${changedProperties(change)}`).values(),
  ) as readonly unknown[] as readonly Group[];

const section = (heading: string, changes: readonly StackChange[]): readonly string[] => {
  if (changes.length === 0) return [];
  const [parts, mains] = [true, false].map((isPart) =>
    groupsOf(changes.filter(({ type }) => kindOf(type).isPart === isPart)),
  );
  const partLine = (parts ?? []).map(partWords).join(', ');
  return [
    heading,
    ...(mains?.length ? [formatTable(mains.map(mainRow))] : []),
    ...(partLine ? [`  ${mains?.length ? 'and ' : ''}${partLine}`] : []),
    '',
  ];
};

const urlSection = ({ added, changed, removed }: UrlChanges): readonly string[] => {
  const lines = [
    ...(added.length > 0 ? [`  new        ${listed(added)}`] : []),
    ...(changed.length > 0 ? [`  redefined  ${listed(changed)}`] : []),
    ...(removed.length > 0 ? [`  gone       ${listed(removed)}; components that have them stay blank`] : []),
  ];
  return lines.length > 0 ? ['URLs', ...lines, ''] : [];
};

const VERBS = { add: 'added', change: 'changed', replace: 'replaced', remove: 'removed' } as const;

const countsOf = (changes: readonly StackChange[]): string => {
  const counts = Object.entries(VERBS).flatMap(([action, verb]) => {
    const count = changes.filter((change) => change.action === action).length;
    return count > 0 ? [`${count} ${verb}`] : [];
  });
  return counts.join(', ');
};

const headline = ({ address, stack, changes }: StackDiff): string => {
  const place = `Stack ${address.name} in ${address.region}`;
  if (!stack) return `${place} does not exist yet: ${counted(changes.length, 'resource')} added`;
  return changes.length === 0 ? `${place}: no changes` : `${place}: ${countsOf(changes)}`;
};

/** A diff for people: kinds of resources in plain words, and at the end the data that would be lost. */
export const formatDiff = (diff: StackDiff): string => {
  const losses = describeLosses(diff.changes);
  const lines = [
    headline(diff),
    '',
    ...SECTIONS.flatMap(([heading, belongs]) => section(heading, diff.changes.filter(belongs))),
    ...(diff.stack && diff.urls ? urlSection(diff.urls) : []),
    ...(losses.length > 0 ? ['Data', ...losses.map((loss) => `  ! ${loss}`)] : []),
  ];
  return lines.join('\n').trimEnd();
};
