import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { codeParameters } from '../../../../infra/deploy/apply-template.ts';
import { createChangeSet, executeChangeSet } from '../../../../infra/deploy/aws/change-sets.ts';
import { untilDeployed } from '../../../../infra/deploy/aws/stack-states.ts';
import { compareStack } from '../../../../infra/deploy/compare-stack.ts';
import { formatDiff } from '../../../../infra/deploy/format-diff.ts';
import { withKeptNames } from '../../../../infra/deploy/kept-names.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import { functionNames } from '../../../../infra/stack/function-name.ts';
import type { Template } from '../../../../infra/stack/template/template.ts';
import { recreationOf } from '../../../support/cloud/cloudformation/resource-types.ts';
import { startWritableDataApi } from '../../../support/cloud/start-writable-data-api.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { type Account, ADDRESS, NAME, openAccount, PLACE } from '../../../support/matrix/account.ts';
import { type PackagedFolder, packageFolder } from '../../../support/template/package-folder.ts';
import { EVERY_PART } from './every-part.ts';

const TAGS = { dashboard: 'ops-room', stage: 'dev' };
const VERSION = 'AWS::Lambda::Version';

let account: Account;
/** The template of a version that named functions without `wallfeed-`. */
let before: Template;
let packaged: PackagedFolder;

beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  account = await openAccount('https://wall.example.com', await startWritableDataApi());
  before = JSON.parse(await readFile(join(projectRoot, 'tests/infra/deploy/upgrade/before-own-names.json'), 'utf8'));
  packaged = await packageFolder(await writeFolder(EVERY_PART));
  await account.s3.create(PLACE.bucket.name);
  const code = JSON.stringify(before).matchAll(/\$\{CodePrefix\}([^"]+\.zip)/g);
  for (const [, zip] of code) await account.s3.write(PLACE.bucket.name, `${PLACE.prefix}${zip}`, 'old');
  const source = { TemplateBody: JSON.stringify(before) };
  const parameters = codeParameters(PLACE);
  await executeChangeSet(await createChangeSet({ address: ADDRESS, source, parameters, tags: TAGS, type: 'CREATE' }));
  await untilDeployed(ADDRESS);
});
afterAll(async () => {
  await account.close();
  jest.restoreAllMocks();
});

const stack = () => account.cloudFormation.stacks.get(NAME);
const compare = () =>
  compareStack({
    address: ADDRESS,
    template: packaged.template,
    parameters: codeParameters(PLACE),
    tags: TAGS,
    bucket: PLACE.bucket,
  });
const idsIn = () =>
  Object.fromEntries(
    (stack()?.resources ?? []).filter(({ type }) => type !== VERSION).map(({ logicalId, id }) => [logicalId, id]),
  );

describe('an upgrade of a stack whose functions have names of an earlier version', () => {
  test('no changed property replaces a resource, by the update behaviour in the schemas of AWS', () => {
    const after = withKeptNames(packaged.template, before, NAME).Resources;
    const replacing = Object.entries(before.Resources).flatMap(([id, { Type, Properties = {} }]) => {
      if (Type === VERSION) return [];
      const next = after[id];
      if (next?.Type !== Type) return [`${id} is gone`];
      const names = new Set([...Object.keys(Properties), ...Object.keys(next.Properties ?? {})]);
      return [...names]
        .filter((name) => JSON.stringify(Properties[name]) !== JSON.stringify(next.Properties?.[name]))
        .filter((name) => recreationOf(Type, name) !== 'Never')
        .map((name) => `${id}.${name}`);
    });
    expect(replacing).toEqual([]);
  });

  test('diff removes and replaces only versions of functions, and says that names stay', async () => {
    const diff = await compare();
    const others = diff.changes.filter(({ type }) => type !== VERSION);
    expect(others.filter(({ action, mayReplace }) => !/^(add|change)$/.test(action) || mayReplace)).toEqual([]);
    expect(others.filter(({ action }) => action === 'add').map(({ logicalId }) => logicalId)).toEqual(['ApiRecordV6']);
    expect(formatDiff(diff)).toContain(
      'The functions keep the names that an earlier version gave them, such as ops-room-dev-pie.\n' +
        'In a new stack, names begin with wallfeed-.',
    );
  });

  test('a deployment keeps the name of each resource, the exports and the URL, and a second one changes nothing', async () => {
    const ids = idsIn();
    const exportsOf = ({ Outputs = {} }: Template) =>
      Object.entries(Outputs).flatMap(([key, output]) => ('Export' in output ? [[key, output.Export]] : []));
    await account.deploy(packaged);
    expect(idsIn()).toMatchObject(ids);
    expect(exportsOf(stack()?.template ?? { Resources: {} })).toEqual(exportsOf(before));
    expect(exportsOf(before)).toHaveLength(2);
    expect((await compare()).changes).toEqual([]);
    expect(account.faults()).toEqual([]);
  });

  test('each name of a function is renamed in its alarms, its log group and the page of metrics', () => {
    const text = JSON.stringify(withKeptNames(packaged.template, before, NAME));
    expect(text.match(/[\w./-]*ops-room-dev-pie[\w-]*/g)?.toSorted()).toEqual(
      JSON.stringify(before)
        .match(/[\w./-]*ops-room-dev-pie[\w-]*/g)
        ?.toSorted(),
    );
  });
});

test('functions of a new stack have names that begin with wallfeed-, and a new stack exports nothing', () => {
  const text = JSON.stringify(packaged.template);
  expect(text.match(/(?<!wallfeed-)\bops-room-dev-\w+/g)).toBeNull();
  expect(text).toContain('"FunctionName":"wallfeed-ops-room-dev-pie"');
  expect(text).not.toContain('"Export"');
  expect(withKeptNames(packaged.template, packaged.template, NAME)).toEqual(packaged.template);
});

test('a name that would exceed 64 characters with wallfeed- has no wallfeed-, and counts as a name of a new stack', () => {
  const dashboard = { name: 'a'.repeat(50) };
  expect(functionNames(dashboard, 'dev', 'pie')).toEqual([`${dashboard.name}-dev-pie`, `${dashboard.name}-dev-pie`]);
  const long = {
    Resources: { Pie: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: `${dashboard.name}-dev-pie` } } },
  };
  expect(withKeptNames(long, long, `wallfeed-${dashboard.name}-dev`)).toEqual(long);
});

test('a dashboard whose own name begins with wallfeed- has names of its own', () => {
  expect(functionNames({ name: 'wallfeed-ops' }, 'dev', 'pie')).toEqual([
    'wallfeed-wallfeed-ops-dev-pie',
    'wallfeed-ops-dev-pie',
  ]);
});
