import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { createSuggester } from '../../../../infra/console/suggestions/create-suggester.ts';
import { checkDashboard } from '../../../../infra/dashboard/check-dashboard.ts';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const ORDERS = 'Order;Region;Amount;Day\nA-1;North;1,50;2026-11-20\nA-2;South;2,50;2026-11-21\nTotal;;4,00;\n';

const PIE = 'component: 3D Pie Chart';
/** Files with notes and odd names, and ways in which people write the end of dashboard.yml. */
const CASES = [
  {
    file: 'totals and a decimal comma',
    name: 'orders.csv',
    text: ORDERS,
    ending: 'endpoints in the middle',
    definition: `endpoints:\n  pie: { ${PIE}, csv: a.csv } # first\n\n# end\ncache: 30s\n`,
  },
  {
    file: 'names that YAML reads as something else',
    name: '# null.csv',
    text: '~,true,a: b\nno,12 kg,25%\nyes,13 kg,75%\n',
    ending: 'four blanks of indentation',
    definition: `endpoints:\n    pie:\n        ${PIE}\n        csv: a.csv`,
  },
  {
    file: 'Chinese names',
    name: '销售.csv',
    text: '地区,金额,日期\n广东,3万,2026年11月20日\n浙江,4万,2026年11月21日\n合计,7万,\n',
    ending: 'Windows line breaks',
    definition: `endpoints:\r\n  pie:\r\n    ${PIE}\r\n    csv: a.csv\r\ncache: 30s\r\n`,
  },
  {
    file: 'a header of two lines',
    name: 'pie.csv',
    text: 'name,"day\nmonth"\nTotal,9\nNorth,4\nSouth,5\n',
    ending: 'no endpoints',
    definition: '',
  },
];

/** Adds endpoints for the first two components that a file fits, as a user who chooses *Add* twice. */
const addTwo = async (definition: string, name: string, text: string) => {
  const folder = await writeFolder({
    'dashboard.yml': `dashboard: wall\ntimezone: Asia/Shanghai\n${definition}`,
    'data/a.csv': 'name,value,score,pv\na,1,,\n',
  });
  const dashboard = await loadDashboard(folder);
  const suggester = createSuggester({ dashboard: () => dashboard } as Parameters<typeof createSuggester>[0]);
  const { fits } = await suggester.forDropped({ name, bytes: Buffer.from(text) });
  const added = fits.slice(0, 2).map(({ component }) => component);
  for (const component of added) {
    const proposal = await suggester.propose(component);
    expect(proposal).toEqual({ id: expect.any(String), warnings: expect.any(Array), diff: expect.any(String) });
    expect('id' in proposal && (await suggester.confirm(proposal.id))).toBeUndefined();
  }
  return { folder, added };
};

test.each(CASES)(
  'check accepts two endpoints that the console adds for a file with $file to a dashboard.yml with $ending',
  async ({ definition, name, text }) => {
    const { folder, added } = await addTwo(definition, name, text);
    const written = await readFile(join(folder, 'dashboard.yml'), 'utf8');
    const { errors } = await checkDashboard(folder);
    expect([written, ...errors.map(({ message }) => message)]).toEqual([written]);
    const { endpoints } = parse(written) as { endpoints: Readonly<Record<string, { readonly component: string }>> };
    expect(added).toHaveLength(2);
    expect(
      Object.values(endpoints)
        .map(({ component }) => component)
        .slice(-2),
    ).toEqual(added);
  },
);
