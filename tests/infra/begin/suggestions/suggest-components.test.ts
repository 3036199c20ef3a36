import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { defineEndpoint, writeEndpointLines } from '../../../../infra/begin/suggestions/endpoint-lines.ts';
import { suggestComponents } from '../../../../infra/begin/suggestions/suggest-components.ts';

const fit = (content: string | Uint8Array, maxRows?: number) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return suggestComponents(bytes, { timezone: 'UTC', now: 0, ...(maxRows !== undefined && { maxRows }) });
};

const namesIn = async (content: string | Uint8Array): Promise<readonly string[]> =>
  (await fit(content)).fits.filter(({ isOffTheMap }) => !isOffTheMap).map(({ component }) => component);

const sourceFor = async (content: string | Uint8Array, wanted?: string) => {
  const { fits } = await fit(content);
  const found = fits.find(({ component, isOffTheMap }) => component === (wanted ?? component) && !isOffTheMap);
  if (!found) throw new Error(`not among ${fits.map(({ component }) => component).join(', ')}`);
  const { component: _, ...sources } = parse(
    writeEndpointLines('one', defineEndpoint(found.component, 'file.csv', found.candidate)),
  ).one;
  return sources;
};

const lines = (header: string, row: (index: number) => string, count = 12): string =>
  `${[header, ...Array.from({ length: count }, (_, index) => row(index))].join('\n')}\n`;

describe('a file with the columns of a component', () => {
  test('a file that has the columns of a component fits it without a selection, but simpler components are proposed first', async () => {
    const names = await namesIn('name,value\na,1\nb,2\n');
    expect(names.slice(0, 4)).toEqual(['Numeric Metric', 'Performance Metrics', 'Bar Chart', '3D Pie Chart']);
    expect(names).toContain('Treemap');
    expect(await sourceFor('name,value\na,1\nb,2\n', 'Treemap')).toEqual({ csv: 'file.csv' });
  });

  test.each([
    ['a,"1,234"', 'none'],
    ['a,"1,234"\nb,"1,5"', ','],
    ['a,"1.234,5"', ','],
    ['a,"$1,234.50"', 'none'],
  ])('a proposal for %s names the decimal mark %s', async (rows, decimal) => {
    const { probed } = await suggestComponents(Buffer.from(`Deal,Amount\n${rows}\n`), { timezone: 'UTC', now: 0 });
    expect(probed.format.decimal ?? 'none').toBe(decimal);
  });

  test.each([
    'Deal;Amount\na;1,234\nb;2,345\n',
    'Deal;Amount\na;1.234\nb;2.500\nc;973\n',
    'Deal\tAmount\na\t1,234\nb\t973\n',
  ])('a column of ambiguous numbers counts as text, and a note names the key that decides: %j', async (text) => {
    const { fits, notes } = await suggestComponents(Buffer.from(text), { timezone: 'UTC', now: 0 });
    expect(notes).toEqual([expect.stringContaining("write decimal: ',' or decimal: '.'")]);
    expect(fits.filter(({ isSelected }) => isSelected)).toEqual([]);
  });

  test('a column with percent signs and plain numbers counts as text, and a note names the key that decides', async () => {
    const text = 'Team,Rate\nRed,50%\nBlue,0.25\n';
    const { fits, notes } = await suggestComponents(Buffer.from(text), { timezone: 'UTC', now: 0 });
    expect(notes).toEqual([expect.stringContaining("write units: { '%': 0.01 }")]);
    expect(fits.filter(({ isSelected }) => isSelected)).toEqual([]);
  });

  test('a column of texts with semicolons has its header in the first line', async () => {
    const text = 'Note\nfirst; second\nthird; fourth\nfifth; sixth\n';
    const { probed } = await suggestComponents(Buffer.from(text), { timezone: 'UTC', now: 0 });
    expect(probed.format).toEqual({});
    expect(probed.header).toEqual(['Note']);
  });

  test('totals rows are left out, and totals columns are no series', async () => {
    const text = 'Shop,Jan,Feb,Mar,Total\nA,1,2,3,6\nB,4,5,6,15\nTotal,5,7,9,21\n';
    const found = await suggestComponents(Buffer.from(text), { timezone: 'UTC', now: 0 });
    expect(found.notes).toEqual(["the totals rows 'Total' of Shop are left out"]);
    expect(await sourceFor(text, 'Bar Chart')).toMatchObject({
      csv: {
        where: { Shop: { not: 'Total' } },
        unpivot: ['Jan', 'Feb', 'Mar'],
        columns: { series: 'Shop', category: '$name', value: { sum: '$value' } },
      },
    });
  });

  test('a totals row does not hide the times of its column', async () => {
    const text = 'Day,Sales\n2026-11-01,1\n2026-11-02,2\nTotal,3\n';
    const now = Date.parse('2026-11-03T12:00:00Z');
    const { fits } = await suggestComponents(Buffer.from(text), { timezone: 'UTC', now });
    expect(fits.slice(0, 3)).toMatchObject([{ component: 'Numeric Metric' }, {}, { component: 'Line Chart' }]);
    expect(fits[0]).toMatchObject({
      candidate: { keys: { where: { Day: { not: 'Total' } }, window: { of: 'Day', last: '7d' } } },
    });
  });

  test('rows such as `North Total` are totals of a group only if the group is there', async () => {
    const { notes } = await fit('Region,Sales\nNorth,1\nNorth,2\nNorth Total,3\nClub Total,4\nSumme North,3\n');
    expect(notes).toEqual(["the totals rows 'North Total', 'Summe North' of Region are left out"]);
  });

  test('components are proposed in the order: single figures, lines over time, bars and pies, graphs, lists', async () => {
    const text = lines(
      'At,From,To,Visits',
      (index) => `2026-11-${10 + index},${'ab'[index % 2]},${'bcd'[index % 3]},${index}`,
    );
    const names = await namesIn(text);
    const places = ['Numeric Metric', 'Line Chart', 'Bar Chart', '3D Pie Chart', 'Topology 3D', 'Paging List'].map(
      (name) => names.indexOf(name),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  test('no graph is made of two columns that share no value', async () => {
    expect(await namesIn('from,to,visits\na,b,1\nc,d,2\n')).not.toContain('Topology 3D');
  });

  test('amounts in several currencies are summed for each currency, and never together', async () => {
    const text = lines('id,Currency,Amount', (index) => `${index},${['usd', 'eur'][index % 2]},${index * 3}`);
    expect(await namesIn(text)).not.toContain('Numeric Metric');
    expect(await sourceFor(text, '3D Pie Chart')).toMatchObject({ csv: { columns: { name: 'Currency' } } });
  });

  test('an average of no rows is never shown as 0', async () => {
    const { fits } = await fit(
      lines('Room,Kind,Temperature', (index) => `R${index},${'ab'[index % 2]},${20 + (index % 3)}`),
    );
    const averages = fits.filter(({ candidate }) => JSON.stringify(candidate.tables).includes('average'));
    expect(averages.length).toBeGreaterThan(0);
    expect(averages.filter(({ candidate }) => 'fill' in candidate.options)).toEqual([]);
  });

  test.each([
    ['Downloads', 'sum'],
    ['Operations', 'sum'],
    ['uptime_pct', 'average'],
    ['Availability', 'average'],
    ['utilisation', 'average'],
    ['错误率', 'average'],
    ['p95', 'average'],
    ['Visitors', 'sum'],
  ])('a column called %s is aggregated by its %s', async (name, aggregate) => {
    const text = lines(`Shop,${name}`, (index) => `${['A', 'B', 'C'][index % 3]},${index * 7}`);
    expect(await sourceFor(text, 'Numeric Metric')).toMatchObject({
      csv: { columns: { value: { [aggregate]: name } } },
    });
  });

  test('visitors of several days are averaged and not added, and a column of dates gives days', async () => {
    const text = lines('Day,Shop,Visitors', (index) => `2026-11-${19 + (index % 2)},${'ABC'[index % 3]},${index * 3}`);
    expect(await sourceFor(text, '3D Pie Chart')).toMatchObject({
      csv: { columns: { value: { average: 'Visitors' } } },
    });
    expect(await sourceFor(text, 'Line Chart')).toMatchObject({ csv: { columns: { x: { day: 'Day' } } } });
  });

  test('a column of ambiguous times counts as text, and a note lists the possible patterns', async () => {
    const { probed, notes } = await fit('Day,Sales\n03/04/2026,1\n04/04/2026,2\n');
    expect(probed.format.dates).toBeUndefined();
    expect(notes).toEqual(['the times of Day have several readings: write dates: dd/MM/yyyy or dates: MM/dd/yyyy']);
  });

  test('a header of several lines becomes the axis and the legend, without its totals columns', async () => {
    const text = 'Report;;;;;;\n;Plan;;Result;;Total;\nRegion;Q1;Q2;Q1;Q2;Q1;Q2\nN;1;2;3;4;5;6\nS;1;2;3;4;5;6\n';
    expect(await sourceFor(text, 'Bar Chart')).toEqual({
      csv: {
        file: 'file.csv',
        header: [2, 3],
        unpivot: ['Plan Q1', 'Plan Q2', 'Result Q1', 'Result Q2'],
        columns: { series: '$name1', category: '$name2', value: { sum: '$value' } },
      },
      options: { fill: 0 },
    });
  });

  test.each([
    ['15. Mär 2026', '02. Okt 2026', 'dd. MMM yyyy', 'Mär'],
    ['15. Mrz 2026', '02. Dez 2026', 'dd. MMM yyyy', 'Mrz'],
    ['3 février 2026', '5 août 2026', 'd MMM yyyy', 'février'],
    ['15-Nov-26', '16-Nov-26', 'dd-MMM-yy', undefined],
  ])('times such as %s and %s are read with the pattern %s', async (one, other, dates, month) => {
    const { probed } = await fit(`Day;Sales\n${one};1\n${other};2\n`);
    expect(probed.format.dates).toBe(dates);
    expect(probed.format.months).toEqual(month && expect.arrayContaining([month]));
  });

  test('codes are groups and are never added', async () => {
    const text = lines('Status,Bytes', (index) => `${[200, 404, 500][index % 3]},${index * 10}`);
    expect(await sourceFor(text, '3D Pie Chart')).toMatchObject({
      csv: { columns: { name: 'Status', value: { sum: 'Bytes' } } },
    });
  });

  test.each([
    ['2026-11-20 08:00', '24h'],
    ['2026-11-15 08:00', '7d'],
    ['2026-10-25 08:00', '31d'],
    ['2026-01-05 08:00', '366d'],
    ['2025-01-05 08:00', 'none'],
  ])('a column of times up to %s gets the window %s', async (time, last) => {
    const text = `Time,Region,Amount\n${time},North,1\n${time},South,2\n`;
    const now = Date.parse('2026-11-20T12:00:00Z');
    const { fits, notes } = await suggestComponents(Buffer.from(text), { timezone: 'UTC', now });
    expect(fits[0]?.candidate.keys.window).toEqual(last === 'none' ? undefined : { of: 'Time', last });
    expect(notes).toEqual(last === 'none' ? [expect.stringContaining('no window holds rows now')] : []);
  });

  test('a proposal has the keys that are needed to read its file', async () => {
    const text = '# a\n# b\nRegion,Host,Load,Call,Size\nN,a,N/A,0:30:00,5 GB\n,b,0.5,1:10:00,7 GB\n';
    const { probed } = await suggestComponents(Buffer.from(text), { timezone: 'UTC', now: 0 });
    expect(probed.format).toEqual({
      comments: '#',
      fillDown: ['Region'],
      blank: ['N/A'],
      units: { GB: 1 },
      durations: { Call: 'minutes' },
    });
  });

  test('a column with times of day is not proposed as durations, unless its texts or its name show that it has durations', async () => {
    const text = 'Start,Talk time,Duration\n08:30:00,1:38:41,00:10:00\n17:00:00,0:02:00,00:20:00\n';
    const { probed } = await fit(text);
    expect(probed.format.durations).toEqual({ 'Talk time': 'minutes', Duration: 'minutes' });
  });

  test('no proposal contains a word from a sample', async () => {
    const { fits } = await suggestComponents(Buffer.from('Konto;Saldo\na;5\nb;7\n'), { timezone: 'UTC', now: 0 });
    const words = JSON.stringify(fits.map(({ candidate }) => candidate.options));
    expect(words).not.toMatch(/Payment|Orders/);
  });

  test('the components that a file fits can be found from its first rows only', async () => {
    const text = lines('name,value', (index) => `row ${index},${index}`, 60_000);
    const { fits, probed } = await fit(text, 5_000);
    expect(fits.map(({ component }) => component)).toContain('Mini Area Chart');
    expect(probed.count).toBe(60_000);
  });

  test('a file with a faulty cell is a near miss of its component, and the cell is named', async () => {
    const { misfits, nearMisses } = await fit('name,value,score,pv\na,x,1,2\nb,1,1,2\nc,1,1,2\nd,1,1,2\n');
    expect(misfits.get('3D Pie Chart')?.details).toMatchObject([{ line: 2, column: 2 }]);
    expect(nearMisses.map(({ component }) => component)).toContain('3D Pie Chart');
  });

  test('a proposed map is marked if it knows none of the names in the file', async () => {
    const { fits } = await fit('name,value\nShop,1\nMarket,2\n');
    expect(fits.find(({ component }) => component === 'Map')?.isOffTheMap).toBe(true);
    const known = await fit('name,value\n广东,1\n浙江,2\n');
    expect(known.fits.find(({ component }) => component === 'Map')?.isOffTheMap).toBe(false);
  });
});

describe('a file with columns of its own', () => {
  test('a selection that groups and sums is proposed for charts before a list of the rows', async () => {
    const text = lines('Order,Region,Amount', (index) => `A-${index},${['North', 'South'][index % 2]},${index}.50`);
    const names = await namesIn(text);
    expect(names.indexOf('3D Pie Chart')).toBeLessThan(names.indexOf('Paging List'));
    expect(await sourceFor(text, '3D Pie Chart')).toEqual({
      csv: { file: 'file.csv', columns: { name: 'Region', value: { sum: 'Amount' } }, sort: '-value' },
    });
  });

  test('several columns of measures are proposed as series side by side', async () => {
    const text = lines('at,cpu,memory', (hour) => `2026-11-20 ${String(hour).padStart(2, '0')}:00,${hour * 3},50`);
    expect(await sourceFor(text, 'Bar Chart')).toMatchObject({
      csv: {
        unpivot: ['cpu', 'memory'],
        columns: { series: '$name', category: { day: 'at' }, value: { average: '$value' } },
      },
    });
  });

  test('columns whose names occur twice are named by their positions', async () => {
    const text = lines('kind,value,value', (index) => `${['a', 'b'][index % 2]},${index * 3},${index * 3}`);
    expect(await sourceFor(text, '3D Pie Chart')).toMatchObject({
      csv: { columns: { name: 'kind', value: { sum: 2 } } },
    });
  });

  test('rows are counted if the only column of numbers contains running numbers of the rows', async () => {
    const text = lines('Order,Region', (index) => `${1000 + index},${['North', 'South'][index % 2]}`);
    expect(await sourceFor(text, '3D Pie Chart')).toMatchObject({ csv: { columns: { value: { count: 'rows' } } } });
  });

  test('the nodes and the links of a graph are proposed from a file of links', async () => {
    const text = 'from,to,visits\nhome,cart,20\nhome,search,5\ncart,order,9\n';
    expect(await sourceFor(text, '3D Sankey Diagram')).toEqual({
      nodes: {
        csv: {
          file: 'file.csv',
          unpivot: ['from', 'to'],
          columns: { id: '$value', name: '$value' },
          unique: true,
        },
      },
      links: { csv: { file: 'file.csv', columns: { from: 'from', to: 'to', weight: { sum: 'visits' } } } },
    });
    expect(await namesIn(text)).toContain('Topology 3D');
  });

  test('a Sankey diagram is not proposed for links that form a circle', async () => {
    expect(await namesIn('from,to,visits\nhome,cart,20\ncart,home,9\n')).not.toContain('3D Sankey Diagram');
  });

  test('every file fits at least a list', async () => {
    expect(await namesIn('Order,Region,Note\n1,North,"x, y"\n')).toContain('Paging List');
  });
});

describe('what a proposal adds up and averages', () => {
  test('totals rows are left out by each column that names them', async () => {
    const text =
      'Region,Shop,Sales\nNorth,A,10\nNorth,B,20\nNorth,Subtotal,30\nSouth,C,12\nSouth,Subtotal,12\nGrand total,,42\n';
    expect(await sourceFor(text)).toMatchObject({
      csv: {
        where: { Region: { not: 'Grand total' }, Shop: { not: 'Subtotal' } },
        columns: { value: { sum: 'Sales' } },
      },
    });
  });

  test('totals rows of a column without a name are left out by its position', async () => {
    const { fits } = await fit(',Q1,Q2,Q3\nNorth,10,20,30\nSouth,5,6,7\nTotal,15,26,37\n');
    const [best] = fits;
    const written = best && writeEndpointLines('one', defineEndpoint(best.component, 'file.csv', best.candidate));
    expect(written).toContain('where: { 1: { not: Total } }');
    expect(written).toContain('series: 1');
  });

  test.each([
    [
      'below all its parts',
      ',Jan,Feb\nRevenue,100,120\nMaterial,-40,-50\nGross profit,60,70\nStaff,-20,-22\nEBIT,40,48\n',
    ],
    ['in its group', 'Region,Shop,Sales\nNorth,all shops,3415\nNorth,A,1204\nNorth,B,2211\n'],
  ])('nothing is added up over all rows if a row is a sum %s, and a note names it', async (_, text) => {
    const { fits, notes } = await fit(text);
    expect(fits.map(({ component }) => component)).not.toContain('Numeric Metric');
    expect(notes).toEqual([expect.stringMatching(/^nothing is added up .*'(?:Gross profit', 'EBIT|North)'$/)]);
  });

  test.each([
    ['temperatures of different rooms', 'room,temperature\nHall,21\nCold room,-18\n'],
    ['prices of different things', 'Product,Price\nLamp,20\nDesk,250\n'],
    ['figures with different units', 'sensor,value\ntemperature,21\nhumidity,48\n'],
    ['amounts of different units', 'item,unit,amount\nRice,kg,4\nMilk,l,9\n'],
  ])('%s have no common figure', async (_, text) => {
    expect(await namesIn(text)).not.toContain('Numeric Metric');
  });

  test('measures with different units do not share an axis', async () => {
    const text = lines(
      'time,temperature,humidity,pressure',
      (day) => `2026-11-${10 + day},2${day % 3},4${day % 4},100${day % 5}`,
    );
    const { csv } = await sourceFor(text, 'Line Chart');
    expect(csv.unpivot).toBeUndefined();
    expect(csv.columns.y).toEqual({ average: 'temperature' });
  });

  test('codes such as 12E3 are names and are never added up', async () => {
    const text = 'article,stock\n12E3,4\n12E4,5\n13E1,6\n';
    expect(await sourceFor(text, 'Bar Chart')).toMatchObject({
      csv: { columns: { category: 'article', value: { sum: 'stock' } } },
    });
  });

  test.each([
    ['Headcount', '222', ''],
    ['Amount (EUR)', '222', 'EUR'],
    ['Amount', '€222', '€'],
    ['uptime_pct', '99.5', '%'],
    ['Size', '5 GB', 'GB'],
  ])(
    'the unit of a figure from %s, such as %s, is "%s", and the name of the column is its title',
    async (name, cell, unit) => {
      const { title, csv } = await sourceFor(`Team,${name}\nA,${cell}\nB,${cell}\n`, 'Numeric Metric');
      expect([title, csv.columns.unit]).toEqual([name, { constant: unit }]);
    },
  );
});

describe('maps, graphs and lists', () => {
  test.each([
    ['省份,销售额\n广东,100\n浙江,80\n', { csv: 'file.csv', options: { value: 'sum' } }],
    ['省份,错误率\n广东省,1.5\n浙江省,2\n', { csv: 'file.csv', options: { names: 'short' } }],
    [
      'Province,Team,Revenue\nGuangdong,a,100\nZhejiang,a,80\nZhejiang,b,80\n',
      {
        csv: { file: 'file.csv', columns: { name: 'Province', value: { sum: 'Revenue' } }, sort: '-value' },
        options: { names: 'short', value: 'sum' },
      },
    ],
  ])('a file of provinces is proposed for a map first: %j', async (text, sources) => {
    expect((await namesIn(text))[0]).toBe('Map');
    expect(await sourceFor(text)).toEqual(sources);
  });

  test('a graph is not proposed for links between numbers', async () => {
    const names = await namesIn('from,to,weight\n1/2,2/3,20\n2/3,1/9,5\n1/2,1/9,9\n');
    expect(names).not.toContain('Topology 3D');
  });

  test('numbers are no legend, and a component has no heading for each of many rows', async () => {
    expect(await namesIn('10,20,30\n11,22,33\n12,24,36\n')).not.toContain('Pie Chart');
    const minutes = lines('minute,name,load', (n) => `m${n},n${n},${n % 7}`, 200);
    expect(await namesIn(minutes)).not.toContain('Multi-dimensional Metrics');
    expect(await namesIn(minutes)).not.toContain('Pie Chart');
  });

  test('the words of a proposal are in the language of the file', async () => {
    const text = lines('城市,订单', (n) => `城${n},${n * 100}`);
    expect(await sourceFor(text, '3D Pie Chart')).toMatchObject({ csv: { rest: '其他' } });
  });
});

describe('the line of the header', () => {
  test.each([
    ['a blank corner', ',Status\nNorth,open\nSouth,closed\n', undefined],
    ['a blank cell before its title', ',Report\nRegion,Sales\nN,1\nS,2\n', 2],
    [
      'names with values',
      'Konto,DE00\nVon,Nov\nSaldo,300\nDatum,Text,Betrag\n2026-11-01,Miete,10\n2026-11-02,Strom,20\n',
      4,
    ],
    ['a title, and a line that looks like a header', 'Budget\nOwner: Ann\nStand,Nov\nItem,Plan\nA,1\nB,2\n', 4],
  ])('a file that begins with %s has its header found', async (_, text, header) => {
    expect((await fit(text)).probed.format.header).toBe(header);
  });
});

describe('the format in a proposed endpoint', () => {
  const GB18030 = Buffer.from('c3fbb3c62cc1bfc1bf0acea2d0c52c310ad6a7b8b62c320a', 'hex');

  test.each<[string, string | Uint8Array, object]>([
    ['in GB18030', GB18030, { encoding: 'gb18030' }],
    [
      'in the encoding of Western office software',
      Buffer.from('name,value\nM\xfcnchen,1\nK\xf6ln,2\n', 'latin1'),
      { encoding: 'windows-1252' },
    ],
    ['with bars between its cells', 'name|value\na|1\nb|2\n', { delimiter: '|' }],
    ['with decimal commas', 'name;value\na;1,5\nb;1.234,5\n', { decimal: ',' }],
    ['with commas between thousands', 'name;value\na;1,500\nb;1,234.5\n', { decimal: '.' }],
    ['without a header', 'a,1.5\nb,2\n', { header: 'none' }],
    ['with a title above its header', 'Report;\n;\nname;value\na;1\nb;2\n', { header: 3 }],
  ])('a proposed endpoint describes a file %s', async (_, content, format) => {
    expect(await sourceFor(content, 'Treemap')).toEqual({ csv: { file: 'file.csv', ...format } });
  });

  test.each([
    ['day first', (index: number) => `${10 + index}/11/2026 08:00`, 'dd/MM/yyyy HH:mm'],
    ['month first', (index: number) => `11/${10 + index}/2026`, 'MM/dd/yyyy'],
    ['German', (index: number) => `${10 + index}.11.2026 08:00:00`, 'dd.MM.yyyy HH:mm:ss'],
    ['short years', (index: number) => `${5 + index}.11.26`, 'd.MM.yy'],
    ['seconds', (index: number) => String(1_795_100_000 + index * 86_400), 'seconds'],
  ])('a proposed endpoint names the form of times: %s', async (_, time, dates) => {
    const text = lines('Time,Channel,Amount', (index) => `"${time(index)}",${['Shop', 'App'][index % 2]},${index}.5`);
    expect(await sourceFor(text, 'Bar Chart')).toMatchObject({
      csv: { dates, columns: { category: { day: 'Time' }, value: { sum: 'Amount' } } },
    });
  });

  test('Chinese numbers and times are proposed without a key', async () => {
    const text = lines(
      '时间,渠道,金额',
      (index) =>
        `2026年11月${10 + index}日 周${'二三四五六日一'[index % 7]} 下午3时,${['甲', '乙'][index % 2]},${index + 1}.5万`,
    );
    const { csv } = (await sourceFor(text, 'Bar Chart')) as { csv: object };
    expect(csv).toMatchObject({ columns: { category: { day: '时间' }, value: { sum: '金额' } } });
    expect(Object.keys(csv)).not.toEqual(expect.arrayContaining([expect.stringMatching(/dates|units|decimal/)]));
  });

  test.each([
    ['3.5万吨', '8000吨', { 吨: 1 }],
    ['3千克', '5千克', { 千克: 1 }],
    ['10万+', '3.5万', {}],
    ['约3万', '3.5万', {}],
  ])('cells such as %s and %s are proposed with the units %j', async (one, other, units) => {
    const { probed } = await suggestComponents(Buffer.from(`Deal,Amount\na,${one}\nb,${other}\n`), {
      timezone: 'UTC',
      now: 0,
    });
    expect(probed.format.units ?? {}).toEqual(units);
  });

  test('a proposed endpoint never guesses which of two numbers is the day', async () => {
    const text = lines('Time,Channel,Amount', (index) => `0${1 + (index % 9)}/11/2026,${['Shop', 'App'][index % 2]},1`);
    expect(JSON.stringify(await sourceFor(text))).not.toContain('dates');
  });
});

test('bytes that are not a table are refused', async () => {
  await expect(fit(Uint8Array.from([0, 159, 146, 150, 0, 1]))).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
});
