import { describe, expect, test } from '@jest/globals';
import { runCommand } from '../../support/run-command.ts';

const search = (...words: readonly string[]) => runCommand('components', words);

describe('npm run components', () => {
  test('npm run components shows one component with its codes, examples, picture and alternatives', async () => {
    const { code, out } = await search('Alarm', 'List');
    expect(code).toBe(0);
    expect(out).toContain('1  status   number: 1 recovered, 2 warning, 3 critical  such as 3\n');
    expect(out).toMatch(/Picture: .*list\/alarm-list\/preview\.svg\n/);
    expect(out).toMatch(/\nSimilar columns: \w.*, .*, .*\n/);
  });

  test('npm run components searches names, sentences and columns', async () => {
    const { out } = await search('severity');
    expect(out).toMatch(/^Alarm List {2}告警列表\n/);
    const components = JSON.parse((await search('name1', '--format', 'json')).out);
    expect(components.map(({ component }: { component: string }) => component)).toContain('Pie Chart');
    expect(components[0]).toEqual({
      component: expect.any(String),
      family: 'bar',
      shape: 'S45',
      sentence: expect.any(String),
      columns: 'name1, color, name2, value',
    });
  });

  test('npm run components finds Chinese names and search words, and names components in English in JSON', async () => {
    expect((await search('饼图')).out).toMatch(/^Pie Chart {2}饼图\n/);
    const found = JSON.parse((await search('翻牌器', '--format', 'json')).out);
    expect(found.map(({ component }: { component: string }) => component)).toEqual([
      'Performance Metrics',
      'Numeric Metric',
      'PV',
    ]);
  });

  test('npm run components shows a component in full, and then all others that have its name in theirs', async () => {
    const { out } = await search('饼图');
    expect(out).toMatch(/\nSimilar columns: .*\n\nOthers with this in their names:\n/);
    for (const name of ['3D Pie Chart  3D饼图', 'ECharts Pie Chart  ECharts饼图', 'Mini Pie Chart  迷你饼图'])
      expect(out).toContain(`\n  ${name}\n`);
    const found = JSON.parse((await search('Pie Chart', '--format', 'json')).out);
    expect(found[0].component).toBe('Pie Chart');
    expect(found.length).toBeGreaterThan(3);
  });

  test('npm run components lists all components if no search words are given', async () => {
    expect((await search()).out).toMatch(/\n74 components\. /);
  });

  test('npm run components proposes a name for a mistyped one', async () => {
    const { code, error } = await search('topolgy');
    expect(code).toBe(1);
    expect(error).toContain(
      "No component has 'topolgy' in its name, its description or its columns: did you mean Topology",
    );
  });
});
