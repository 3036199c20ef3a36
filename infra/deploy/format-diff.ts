import { pluralize } from '../../shared/errors/pluralize.ts';
import { commandLine } from '../program/command-line.ts';
import { formatTable } from '../terminal/format-table.ts';
import { nextCommand } from './aws/stacks.ts';
import {
  CHANGE_ACTIONS,
  describeLosses,
  isLoss,
  kindOf,
  propertyName,
  type StackChange,
  type StackDiff,
  type UrlChanges,
} from './stack-diff.ts';

/** Increased with each incompatible change. */
const FORM_VERSION = 1;

const describeChange = (change: StackChange, comparesActual: boolean) => ({
  action: change.action,
  kind: kindOf(change.type).noun,
  name: change.name,
  logicalId: change.logicalId,
  type: change.type,
  properties: change.properties,
  mayReplace: change.mayReplace,
  holdsData: change.holdsData,
  losesData: isLoss(change),
  kept: change.kept ?? null,
  ...(comparesActual && { drift: change.drift ?? null }),
});

/** Formats a diff as JSON. README.md documents each field. */
export const diffJson = ({ address, stack, changes, urls, baseUrl, comparesActual = false }: StackDiff): string => {
  const counts = CHANGE_ACTIONS.map((action) => [action, changes.filter((change) => change.action === action).length]);
  const form = {
    version: FORM_VERSION,
    stack: { name: address.name, region: address.region, status: stack?.status ?? null },
    counts: Object.fromEntries(counts),
    losses: describeLosses(changes),
    urls: urls ?? null,
    baseUrl: baseUrl ? { before: baseUrl.before, after: baseUrl.after ?? null } : null,
    changes: changes.map((change) => describeChange(change, comparesActual)),
  };
  return JSON.stringify(form, null, 2);
};

const MAX_NAMES = 20;
const MAX_LINE_CHARS = 90;
const NO_URLS: UrlChanges = { added: [], changed: [], removed: [] };

const isRetained = ({ action, kept }: StackChange): boolean => action === 'remove' && kept === 'everything';

const SECTIONS: readonly (readonly [string, (change: StackChange) => boolean])[] = [
  ['Makes again, as they were deleted outside of this stack', ({ drift }) => drift === 'deleted'],
  ['Changes back, as they were changed outside of this stack', ({ drift }) => drift === 'changed'],
  ['Adds', ({ action, drift }) => action === 'add' && !drift],
  ['Changes', ({ action, mayReplace, drift }) => action === 'change' && !mayReplace && !drift],
  ['Changes, and may replace', ({ mayReplace, drift }) => mayReplace && !drift],
  ['Replaces', ({ action, drift }) => action === 'replace' && !drift],
  ['Removes', (change) => change.action === 'remove' && !isRetained(change)],
  ['Keeps in the account', isRetained],
];

const listed = (names: readonly string[]): string => {
  const rest = names.length - MAX_NAMES;
  return rest > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${rest} more` : names.join(', ');
};

type Group = readonly [StackChange, ...StackChange[]];

const wrap = (list: string): readonly string[] => {
  const lines: string[] = [];
  for (const item of list.split(/(?<=,) /)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + item.length >= MAX_LINE_CHARS) lines.push(item);
    else lines[lines.length - 1] = `${last} ${item}`;
  }
  return lines;
};

const plural = (count: number, noun: string): string => {
  if (count === 1) return `1 ${noun}`;
  const [, singular = noun, rest = ''] = /^(\S+)( (?:of|to) .*)$/.exec(noun) ?? [];
  return `${count} ${singular.replace(/y$/, 'ie').replace(/(s|ch)$/, '$1e')}s${rest}`;
};

const MAX_VALUE_CHARS = 30;

const valuesOf = ({ found = [] }: StackChange, property: string): string => {
  const { actual, deployed } = found.find((one) => one.property === property) ?? { actual: '', deployed: '' };
  const isShort = [actual, deployed].every((value) => value !== '' && value.length <= MAX_VALUE_CHARS);
  return isShort ? ` ${actual} instead of ${deployed}` : '';
};

const changedProperties = (change: StackChange): string =>
  change.properties.map((property) => `${propertyName(change.type, property)}${valuesOf(change, property)}`).join(', ');

const markedName = ({ name, holdsData }: StackChange): string => (holdsData ? `${name} (holds data)` : name);

const mainRows = ([first, ...rest]: Group): readonly (readonly string[])[] => {
  const all = [first, ...rest];
  const properties = changedProperties(first);
  const names = listed(all.map(markedName));
  const [line = '', ...lines] = wrap(properties ? `${names}: ${properties}` : names);
  return [[`  ${plural(all.length, kindOf(first.type).noun)}`, line], ...lines.map((more) => ['', more])];
};

const partWords = ([first, ...rest]: Group): string => {
  const properties = changedProperties(first);
  return plural(rest.length + 1, kindOf(first.type).noun) + (properties ? ` (${properties})` : '');
};

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
    ...(mains?.length ? [formatTable(mains.flatMap(mainRows))] : []),
    ...(partLine ? wrap(`${mains?.length ? 'and ' : ''}${partLine}`).map((line) => `  ${line}`) : []),
    '',
  ];
};

const urlRows = (label: string, paths: readonly string[]): readonly (readonly string[])[] =>
  paths.length === 0 ? [] : wrap(listed(paths)).map((line, index) => [index === 0 ? `  ${label}` : '', line]);

const API_ADDRESS = `the API’s own address, which ${commandLine('urls')} prints`;

const OWN_ADDRESS = /\.execute-api\./;

/** True if a domain replaces the address of API Gateway in the printed URLs, but URLs with that address still work. */
const keepsBefore = ({ baseUrl, addressChange }: StackDiff): boolean =>
  baseUrl?.after !== undefined && OWN_ADDRESS.test(baseUrl.before) && addressChange !== 'closes';

const baseLines = (diff: StackDiff): readonly string[] => {
  if (!diff.baseUrl) return [];
  const { before, after = API_ADDRESS } = diff.baseUrl;
  return [
    `  After the deployment, all URLs begin with ${after}.`,
    keepsBefore(diff)
      ? `  URLs that begin with ${before} still work, until \`defaultAddress: closed\` in \`domain\` closes them.`
      : `  URLs that begin with ${before} no longer work.`,
  ];
};

const addressLines = ({ baseUrl, addressChange }: StackDiff): readonly string[] => {
  if (addressChange === 'opens')
    return [`  The address of API Gateway opens. \`defaultAddress: closed\` in \`domain\` keeps it closed.`];
  if (addressChange !== 'closes') return [];
  return baseUrl
    ? [
        '  This deployment adds the domain and closes the address of API Gateway: pasted URLs stop working. Close the address in a second deployment.',
      ]
    : ['  The address of API Gateway closes. Components that still use it stay blank.'];
};

const urlSection = (diff: StackDiff): readonly string[] => {
  const { urls, baseUrl, addressChange } = diff;
  const { added, changed, removed } = urls ?? NO_URLS;
  const rows = [...urlRows('new', added), ...urlRows('redefined', changed), ...urlRows('gone', removed)];
  if (rows.length === 0 && !baseUrl && !addressChange) return [];
  const table = rows.length > 0 ? [formatTable(rows)] : [];
  const isGone = removed.length > 0 || (baseUrl !== undefined && !keepsBefore(diff));
  const blank = isGone ? ['  Components whose URL no longer exists stay blank.'] : [];
  return ['URLs', ...table, ...baseLines(diff), ...addressLines(diff), ...blank, ''];
};

const VERBS = { add: 'added', change: 'changed', replace: 'replaced', remove: 'removed' } as const;

const countsOf = (changes: readonly StackChange[]): string => {
  const counts = Object.entries(VERBS).flatMap(([action, verb]) => {
    const count = changes.filter((change) => change.action === action).length;
    return count > 0 ? [`${count} ${verb}`] : [];
  });
  return counts.join(', ');
};

const headline = ({ address, stack, changes, comparesActual }: StackDiff): string => {
  const place = `Stack ${address.name} in ${address.region}`;
  if (!stack) return `${place} does not exist yet: ${pluralize(changes.length, 'resource')} added`;
  if (changes.length > 0) return `${place}: ${countsOf(changes)}`;
  return `${place}: no changes${comparesActual ? ', and nothing was changed outside of it' : ''}`;
};

const keptNames = ({ keptName, changes }: StackDiff): readonly string[] =>
  keptName === undefined || changes.length === 0
    ? []
    : [
        `The functions keep the names that an earlier version gave them, such as ${keptName}.`,
        'In a new stack, names begin with wallfeed-.',
        '',
      ];

export const formatDiff = (diff: StackDiff): string => {
  const losses = describeLosses(diff.changes);
  const lines = [
    headline(diff),
    '',
    ...SECTIONS.flatMap(([heading, belongs]) => section(heading, diff.changes.filter(belongs))),
    ...(diff.stack ? urlSection(diff) : []),
    ...keptNames(diff),
    ...(losses.length > 0 ? ['Data', ...losses.map((loss) => `  ! ${loss}`)] : []),
  ];
  return lines.join('\n').trimEnd();
};

/** Formats a diff that nothing executes. Names the command that changes back what was changed outside of the stack. */
export const formatComparison = (diff: StackDiff): string => {
  if (!diff.changes.some(({ drift }) => drift)) return formatDiff(diff);
  const repair = nextCommand(diff.address, 'deploy', '--repair');
  return `${formatDiff(diff)}\n\nA deployment leaves what was changed outside of the stack. To change it back: ${repair}`;
};
