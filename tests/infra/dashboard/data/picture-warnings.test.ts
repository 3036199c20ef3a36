import { expect, test } from '@jest/globals';
import { checkData } from '../../../../infra/dashboard/data/check-data.ts';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { endpointsFile, writeFolder } from '../../../support/folders/write-folder.ts';

type Files = Readonly<Record<string, string>>;

const warningsOf = async (definition: string, files: Files, maps: Files = {}): Promise<readonly string[]> => {
  const data = Object.fromEntries(Object.entries(files).map(([name, text]) => [`data/${name}`, text]));
  const folder = await writeFolder({ 'dashboard.yml': endpointsFile(`  it: ${definition}`), ...data, ...maps });
  const found = await checkData(await loadDashboard(folder));
  return found.map((one) => formatDiagnostic(one, one.file.slice(folder.length + 1)));
};

const UNKNOWN =
  /^data\/a\.csv:3:1 {2}warning: it \(.+\): the world map does not know Germany and Atlantis \(did you mean 德国\? write /;

test.each([
  ['World Map', 'name,value\n中国,3\nGermany,1\nAtlantis,2\n'],
  ['3D Earth', 'unit,name,type,id,ms\nms,中国,edge,1,3\nms,Germany,edge,2,1\nms,Atlantis,edge,3,2\n'],
])('check warns of the names that the map of %s does not know', async (component, csv) => {
  const warnings = await warningsOf(`{ component: ${component}, csv: a.csv }`, { 'a.csv': csv });
  expect(warnings).toEqual([expect.stringMatching(UNKNOWN)]);
});

test('a warning of unknown names on a map counts them', async () => {
  const counts = async (csv: string) => {
    const files = { 'dashboard.yml': endpointsFile('  it: { component: World Map, csv: a.csv }'), 'data/a.csv': csv };
    return (await checkData(await loadDashboard(await writeFolder(files)))).map(({ count }) => count);
  };
  expect(await counts('name,value\nA,1\nB,1\nC,1\nD,1\nE,1\nF,1\nG,1\n')).toEqual([7]);
  expect(await counts('name,value\nA,1\n德国,1\n')).toEqual([undefined]);
});

test('check warns of unknown regions of a 3D World Map, which has several tables', async () => {
  const definition =
    '{ component: 3D World Map, regions: { csv: r.csv }, tips: { csv: t.csv }, alarms: { csv: a.csv } }';
  const warnings = await warningsOf(definition, {
    'r.csv': 'name,title,value\nGermany,Europe,1\n',
    't.csv': 'region,series,name,value,scope\nGermany,Load,a,1,\n',
    'a.csv': 'region,title,node,alarmname\nGermany,Load,a,b\n',
  });
  expect(warnings).toEqual([
    expect.stringContaining('warning: it (3D World Map): the world map does not know Germany'),
  ]);
});

test('check warns neither of names that the map knows, nor of cities on the map of provinces', async () => {
  expect(await warningsOf('{ component: World Map, csv: a.csv }', { 'a.csv': 'name,value\n德国,1\n美国,2\n' })).toEqual(
    [],
  );
  expect(await warningsOf('{ component: Map, csv: a.csv }', { 'a.csv': 'name,value\n苏州,1\n广东,2\n' })).toEqual([]);
});

test.each([
  ['Guangdong', '广东'],
  ['广东省', '广东'],
  ['Beijng', '北京'],
])('check warns of %s on the map of China, and names %s', async (name, known) => {
  expect(await warningsOf('{ component: Map, csv: a.csv }', { 'a.csv': `name,value\n上海,1\n${name},2\n` })).toEqual([
    expect.stringContaining(
      `data/a.csv:3:1  warning: it (Map): the map of China does not know ${name} (did you mean ${known}?`,
    ),
  ]);
});

test('check names the option that shortens the full names of provinces, and does not warn if it is set', async () => {
  const files = { 'a.csv': 'name,value\n浙江省,1\n广西壮族自治区,2\n武汉市,3\n' };
  expect(await warningsOf('{ component: Map, csv: a.csv }', files)).toEqual([
    'data/a.csv:2:1  warning: it (Map): the map of China does not know 浙江省 and 广西壮族自治区 (did you mean 浙江, 广西? write `options: { names: short }`)',
  ]);
  expect(await warningsOf('{ component: 3D Map, csv: a.csv, options: { names: short } }', files)).toEqual([]);
});

test('check names the same option for provinces in English, and does not warn if it is set', async () => {
  const files = { 'a.csv': 'name,value\nZhejiang,1\nInner Mongolia,2\n' };
  expect(await warningsOf('{ component: Map, csv: a.csv }', files)).toEqual([
    expect.stringContaining('(did you mean 浙江, 内蒙古? write `options: { names: short }`)'),
  ]);
  expect(await warningsOf('{ component: Map, csv: a.csv, options: { names: short, value: sum } }', files)).toEqual([]);
});

const mapOf = (...names: readonly string[]): string => {
  const geometry = {
    type: 'Polygon',
    coordinates: [
      [
        [120, 31],
        [121, 31],
        [121, 32],
        [120, 31],
      ],
    ],
  };
  const features = names.map((name) => ({ type: 'Feature', properties: { name }, geometry }));
  return JSON.stringify({ type: 'FeatureCollection', features });
};

const OWN = 'write each name as `properties.name` of the map has it';

test.each([
  ['World Map', 'Germany', [], ''],
  ['World Map', '德国', ['Germany', 'France'], `did you mean Germany? ${OWN}`],
  ['World Map', 'Germnay', ['Germany', 'France'], `did you mean Germany? ${OWN}`],
  ['World Map', 'Germany', ['德国', '法国'], `did you mean 德国? ${OWN}`],
  ['World Map', '火星', ['Germany', 'France'], OWN],
  ['Map', '杭州市', [], ''],
  ['Map', '杭州', ['杭州市', '宁波市'], `did you mean 杭州市? ${OWN}`],
  ['Map', '广东', ['杭州市', '宁波市'], OWN],
  ['Map', '浙江', ['浙江省', '江苏省'], ''],
  ['Map', '浙江省', ['浙江省', '江苏省'], ''],
])('check compares the names of %s, such as %s, with the map of the folder', async (component, name, others, hint) => {
  const file = component === 'Map' ? 'maps/china.json' : 'maps/world.json';
  const map = mapOf(...(others.length > 0 ? others : [name]));
  const found = await warningsOf(
    `{ component: ${component}, csv: a.csv }`,
    { 'a.csv': `name,value\n${name},1\n` },
    { [file]: map },
  );
  const said = `data/a.csv:2:1  warning: it (${component}): \`${file}\` does not know ${name} (${hint})`;
  expect(found).toEqual(hint === '' ? [] : [said]);
});

test('check compares names with the built-in map if the map of the folder cannot be read', async () => {
  const files = { 'a.csv': 'name,value\n德国,1\nGermany,2\n' };
  const found = await warningsOf('{ component: World Map, csv: a.csv }', files, { 'maps/world.json': '{' });
  expect(found).toEqual([expect.stringContaining('the world map does not know Germany (did you mean 德国?')]);
});

const flow = (links: string): Promise<readonly string[]> =>
  warningsOf('{ component: 3D Sankey Diagram, nodes: { csv: n.csv }, links: { csv: l.csv } }', {
    'n.csv': 'id,name\na,Home\nb,Basket\nc,Order\n',
    'l.csv': `from,to,weight\n${links}`,
  });

test.each([
  ['a link that closes a cycle', 'a,b,5\nb,c,3\nc,a,1\n', 'the link from Order to Home leads back and closes a cycle'],
  ['a link from a node to itself', 'a,b,5\nb,b,1\n', 'the link from Basket to Basket leads back'],
  ['several links that close cycles', 'a,b,5\nb,a,3\nc,c,1\n', 'links from Basket to Home and 1 more lead back'],
])('check warns of a Sankey diagram with %s', async (_, links, message) => {
  expect(await flow(links)).toEqual([expect.stringContaining(`warning: it (3D Sankey Diagram): ${message}`)]);
});

test('check does not warn of a Sankey diagram whose links form no circle', async () => {
  expect(await flow('a,b,5\na,c,2\nb,c,3\n')).toEqual([]);
});
