import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unzipSync, zipSync } from 'fflate';
import { openWorkbook } from '../../../infra/begin/read-workbook.ts';
import { createWorkbook } from '../../support/folders/create-workbook.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-workbook-'));
});
afterAll(() => rm(folder, { recursive: true }));

const sheetXml = (cells: string): string => `<worksheet><sheetData>${cells}</sheetData></worksheet>`;
const cell = (name: string, text = '1'): string => `<c r="${name}"><v>${text}</v></c>`;

const readRows = async (xml: string, more: Readonly<Record<string, string>> = {}) => {
  const file = join(folder, 'book.xlsx');
  await writeFile(file, createWorkbook({ A: xml }, more));
  const [sheet] = await (await openWorkbook(file)).read('A');
  return sheet?.rows;
};

const block = (rows: number): string =>
  Array.from({ length: rows }, (_, i) => `<row r="${i + 1}">${['A', 'B', 'C'].map((c) => cell(c + (i + 1)))}</row>`)
    .join('')
    .replaceAll(',', '');

describe('the area of a sheet', () => {
  test('a sheet is the smallest rectangle with its filled cells, wherever it lies', async () => {
    const far = `<row r="900000">${cell('XFC900000', '7')}</row><row r="900002">${cell('XFD900002', '8')}</row>`;
    expect(await readRows(sheetXml(far))).toEqual([
      ['7', ''],
      ['', ''],
      ['', '8'],
    ]);
  });

  test('a cell with only blanks, a style or an error counts as empty', async () => {
    const shared = { 'xl/sharedStrings.xml': '<sst><si><t xml:space="preserve">  </t></si></sst>' };
    const blank = `<c r="XFD2" s="1"/><c r="B3" t="s"><v>0</v></c><c r="C9999" t="e"><v>#N/A</v></c>`;
    const related = createRelated('sharedStrings');
    expect(await readRows(sheetXml(`<row r="1">${cell('A1')}</row>${blank}`), { ...shared, ...related })).toEqual([
      ['1'],
    ]);
  });

  test.each([
    ['after the last row', `${block(3001)}<row r="1048576">${cell('XFD1048576')}</row>`, 'XFD1048576', 'A1:C3001'],
    ['in the first row', `<row r="1">${cell('XFD1')}</row>${block(3001)}`, 'XFD1', 'A1:C3001'],
    [
      'before all others',
      `<row r="1">${cell('A1')}</row><row r="9000">${cell('XFA9000')}${cell('XFD9000')}</row>`,
      'A1',
      'XFA9000:XFD9000',
    ],
    [
      'beside one other',
      `<row r="1">${cell('A1')}</row><row r="1048576">${cell('XFD1048576')}</row>`,
      'XFD1048576',
      'A1:A1',
    ],
  ])('the error for a too large area names a cell far from all others: %s', async (_, cells, stray, others) => {
    await expect(readRows(sheetXml(cells))).rejects.toThrow(
      `sheet A: cell ${stray} lies far from the other cells (${others}); delete it`,
    );
  });

  test('a sheet of a million cells is read', async () => {
    const rows = await readRows(sheetXml(`<row r="1">${cell('A1')}</row><row r="1000000">${cell('A1000000')}</row>`));
    expect(rows?.length).toBe(1_000_000);
  });

  test('the error for an area over the limit names the area and the limit if no cell is far from the others', async () => {
    const corners = ['A1', 'A500001', 'B1', 'B500001'].map((name) => cell(name)).join('');
    await expect(readRows(sheetXml(corners))).rejects.toThrow('the area A1:B500001 has more than 1000000 cells');
  });
});

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const createRelated = (part: string): Readonly<Record<string, string>> => ({
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="p" Type="${OFFICE}/${part}" Target="${part}.xml"/></Relationships>`,
});

describe('the cells of a sheet', () => {
  test('the parts of a formatted text are joined, without phonetic hints, prefixes and escapes', async () => {
    const texts =
      '<x:sst xmlns:x="u"><x:si><x:r><x:t>Nor</x:t></x:r><x:r><x:t>th &amp; _x0041_</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:si></x:sst>';
    const rows =
      '<x:worksheet xmlns:x="u"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    const more = { ...createRelated('sharedStrings'), 'xl/sharedStrings.xml': texts };
    expect(await readRows(rows, more)).toEqual([['North & A']]);
  });

  test('cells without a cell reference are placed one after the other', async () => {
    const rows = '<row><c><v>1</v></c><c><v>2</v></c></row><row><c/><c t="str"><f>A1</f><v>b</v></c></row>';
    expect(await readRows(sheetXml(rows))).toEqual([
      ['1', '2'],
      ['', 'b'],
    ]);
  });

  test.each([
    ['dd/mm/yyyy', '2026-11-22 10:20:00'],
    ['yyyy"年"m"月"d"日"', '2026-11-22 10:20:00'],
    ['[$-409]mmm\\ d;@', '2026-11-22 10:20:00'],
    ['mm:ss.000', '2026-11-22 10:20:00'],
    ['#,##0.00 [Red]', '46348.4305555556'],
    ['"day "0', '46348.4305555556'],
    ['General', '46348.4305555556'],
    ['0.00E+00', '46348.4305555556'],
  ])('a number with the format %s is read as %s', async (code, expected) => {
    expect(await readFormatted(code, '46348.4305555556')).toBe(expected);
  });

  test.each([
    ['[h]:mm:ss', '1.04548611111111', '25:05:30'],
    ['[mm]:ss', '0.0625', '1:30:00'],
    ['[h]:mm', '-0.5', '-12:00:00'],
    ['hh:mm', '0.354166666666667', '08:30:00'],
    ['h:mm AM/PM', '0.75', '18:00:00'],
    ['hh:mm:ss', '0', '00:00:00'],
    ['hh:mm:ss', '0.999999999', '00:00:00'],
    ['[$-F400]h:mm:ss', '0', '00:00:00'],
    ['yyyy-mm-dd hh:mm', '0.75', '18:00:00'],
    ['yyyy-mm-dd', '0', '1899-12-30'],
    ['0.0%', '0.125', '12.5%'],
    ['0%', '0.07', '7%'],
    ['0.00%;[Red]-0.00%', '-0.1', '-10%'],
  ])('a number with the format %s, %s, is read as %s', async (code, number, expected) => {
    expect(await readFormatted(code, number)).toBe(expected);
  });

  test('a merged text fills its area, a merged number stays in its first cell, and errors stay as shown', async () => {
    const rows =
      '<row r="1"><c r="A1" t="str"><v>Q1</v></c></row>' +
      '<row r="2"><c r="A2"><v>7</v></c><c r="B2" t="e"><v>#DIV/0!</v></c></row>' +
      '<row r="3"><c r="B3"><v>1</v></c></row><row r="9"><c r="F9" t="e"><v>#N/A</v></c></row>';
    const merged = '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A2:A3"/></mergeCells>';
    const xml = sheetXml(rows).replace('</worksheet>', `${merged}</worksheet>`);
    const file = join(folder, 'merged.xlsx');
    await writeFile(file, createWorkbook({ A: xml }));
    const [sheet] = await (await openWorkbook(file)).read('A');
    expect(sheet).toMatchObject({
      name: 'A',
      rows: [
        ['Q1', 'Q1'],
        ['7', '#DIV/0!'],
        ['', '1'],
      ],
      errors: 2,
      mergedNumbers: 1,
    });
  });

  const readFormatted = async (code: string, number: string): Promise<string | undefined> => {
    const escaped = code.replaceAll('"', '&quot;');
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${escaped}"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`;
    const xml = sheetXml(`<row r="1"><c r="A1" s="1"><v>${number}</v></c></row>`);
    return (await readRows(xml, { 'xl/styles.xml': styles }))?.[0]?.[0];
  };

  test('dates of a workbook that counts days from 1904 are read as the right days', async () => {
    const workbook = `<workbook xmlns:r="${OFFICE}" xmlns:x15="x15"><workbookPr date1904="1"/><x15:workbookPr chartTrackingRefBase="1"/><sheets><sheet name="A" r:id="r1"/></sheets></workbook>`;
    expect(await readRows(sheetXml('<c r="A1" s="1"><v>44886</v></c>'), { 'xl/workbook.xml': workbook })).toEqual([
      ['2026-11-22'],
    ]);
  });
});

const renamed = (book: Uint8Array, rename: (path: string) => string): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(unzipSync(book)).map(([path, bytes]) => [rename(path), bytes])));

const readBook = async (bytes: Uint8Array, isVisibleOnly = false) => {
  const file = join(folder, 'written.xlsx');
  await writeFile(file, bytes);
  return (await (await openWorkbook(file)).read('A', isVisibleOnly))[0];
};

/** Styles 0 to 4: a plain number, a percentage, dollars, euros, a date. */
const STYLES = {
  'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="&quot;$&quot;0.00"/><numFmt numFmtId="171" formatCode="0.00\\ [$€-407]"/></numFmts><cellXfs>${[0, 10, 170, 171, 14].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs><dxfs><dxf><numFmt numFmtId="170" formatCode="yyyy"/></dxf></dxfs></styleSheet>`,
};

const columnOf = (cells: readonly (readonly [style: number, number: number])[]): string =>
  sheetXml(
    [
      '<row r="1"><c r="A1" t="str"><v>rate</v></c></row>',
      ...cells.map(
        ([style, number], i) => `<row r="${i + 2}"><c r="A${i + 2}" s="${style}"><v>${number}</v></c></row>`,
      ),
    ].join(''),
  );

describe('a column in several forms', () => {
  const readColumn = async (...cells: readonly (readonly [style: number, number: number])[]) => {
    const sheet = await readBook(createWorkbook({ A: columnOf(cells) }, STYLES));
    return { cells: sheet?.rows.slice(1).map(([cell]) => cell), mixed: sheet?.mixed };
  };

  test('plain numbers among more percentages become percentages', async () => {
    expect(await readColumn([1, 0.125], [0, 0.3], [1, 0.2], [0, 0])).toEqual({
      cells: ['12.5%', '30%', '20%', '0%'],
      mixed: [{ column: 1, isPercent: true, changed: 1, from: '0.3', to: '30%' }],
    });
  });

  test('percentages among as many plain numbers become plain numbers', async () => {
    expect(await readColumn([1, 0.125], [0, 0.3])).toEqual({
      cells: ['0.125', '0.3'],
      mixed: [{ column: 1, isPercent: false, changed: 1, from: '12.5%', to: '0.125' }],
    });
  });

  test('a column of other numbers between percentages stays as it is shown', async () => {
    const { cells, mixed } = await readColumn([1, 0.125], [0, 28], [1, 0.2], [0, 0.5]);
    expect([cells, mixed]).toEqual([['12.5%', '28', '20%', '0.5'], []]);
  });

  test('a year above percentages is a name, and stays as it is', async () => {
    expect((await readColumn([0, 2026], [1, 0.5], [1, 0.2], [0, 0.1])).cells).toEqual(['2026', '50%', '20%', '10%']);
  });

  test('two currencies in a column keep their signs', async () => {
    expect((await readColumn([2, 5], [3, -7.5])).cells).toEqual(['$5', '-€7.5']);
  });
});

describe('what a sheet hides or lacks', () => {
  const HIDDEN =
    '<worksheet><cols><col min="2" max="3" hidden="1"/><col min="9" max="16384" hidden="true"/></cols><sheetData>' +
    '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="D1"><v>3</v></c></row>' +
    '<row r="2" hidden="1"><c r="A2"><v>4</v></c></row><row r="3" hidden="1"/><row r="4"><c r="A4"><v>5</v></c></row>' +
    '</sheetData></worksheet>';

  test('hidden rows and columns with cells are counted', async () => {
    const sheet = await readBook(createWorkbook({ A: HIDDEN }));
    expect(sheet).toMatchObject({ hiddenRows: 1, hiddenColumns: 1 });
    expect(sheet?.rows).toHaveLength(4);
  });

  test('hidden rows and columns are left out if only the visible ones are wanted', async () => {
    const sheet = await readBook(createWorkbook({ A: HIDDEN }), true);
    expect(sheet?.rows).toEqual([
      ['1', '3'],
      ['5', ''],
    ]);
  });

  test('formulas without a stored value are counted, and a stored empty text is none of them', async () => {
    const cells =
      '<c r="A1"><v>1</v></c><c r="B1"><f>A1</f></c><c r="C1"><f>A1</f><v/></c><c r="D1" t="str"><f>""</f><v></v></c>' +
      '<c r="E1"><f>A1</f><v>1</v></c><c r="F1" t="str"><f>A1</f></c><c r="G1" t="inlineStr"><f>""</f><is><t/></is></c>';
    const sheet = await readBook(createWorkbook({ A: sheetXml(`<row r="1">${cells}</row>`) }));
    expect(sheet).toMatchObject({ rows: [['1', '', '', '', '1']], unsaved: 3, firstUnsaved: 'B1' });
  });
});

describe('a workbook of another writer', () => {
  const BOOK = createWorkbook({ A: [['name'], ['Oak']] });
  const ROWS = [['name'], ['Oak']];

  test.each([
    ['backslashes', (path: string) => path.replaceAll('/', '\\')],
    ['other capitals', (path: string) => path.toUpperCase()],
  ])('a zip file whose paths have %s is read', async (_, rename) => {
    expect((await readBook(renamed(BOOK, rename)))?.rows).toEqual(ROWS);
  });

  test.each(['workbook.xml', 'wtf/deep/book.xml'])('a workbook at %s is found by the relations', async (path) => {
    const [name = ''] = path.match(/[^/]+$/) ?? [];
    const dir = path.slice(0, -name.length);
    const book = createWorkbook(
      { A: [['name'], ['Oak']] },
      {
        '_rels/.rels': `<Relationships><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="${path}"/></Relationships>`,
      },
    );
    const moved = renamed(book, (one) =>
      one
        .replace('xl/_rels/workbook.xml.rels', `${dir}_rels/${name}.rels`)
        .replace('xl/workbook.xml', path)
        .replace('xl/', dir),
    );
    expect((await readBook(moved))?.rows).toEqual(ROWS);
  });

  test.each([
    ['<c r="A1" t="inlineStr"><v>1.0</v><is><t>1.</t></is></c>', '1.'],
    ['<c r="A1" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>', 'ab'],
    ['<c r="A1" t="inlineStr"><v>old</v></c>', 'old'],
    ['<c r="A1"><is><t>no type</t></is></c>', 'no type'],
    ['<c r="A1" t="b"><v>true</v></c>', 'TRUE'],
    ['<c r="A1" t="d"><v>10:10:10</v></c>', '10:10:10'],
    ['<c r="A1" t="str"><v>a_x000D_&#10;b\r\nc_x0007_d_x005F_x0041_</v></c>', 'a\nb\ncd_x0041_'],
    ['<c r="A1"><v>1</v><extLst><x14:v>2</x14:v></extLst></c>', '1'],
  ])('the cell %s is read as %j', async (xml, expected) => {
    expect(await readRows(sheetXml(xml))).toEqual([[expected]]);
  });

  test('elements of extensions are no rows, columns or cells of the sheet', async () => {
    const xml =
      '<worksheet xmlns:xdr="x"><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>' +
      '<oleObjects><from><xdr:col>3</xdr:col><xdr:row hidden="1">9</xdr:row></from></oleObjects></worksheet>';
    expect(await readBook(createWorkbook({ A: xml }))).toMatchObject({ rows: [['1']], hiddenRows: 0 });
  });

  test('a format of conditional formatting does not change the format of cells with the same id', async () => {
    expect((await readBook(createWorkbook({ A: columnOf([[2, 5]]) }, STYLES)))?.rows[1]).toEqual(['$5']);
  });

  test('a part in UTF-16 is read', async () => {
    const sheet = Buffer.from(`\ufeff${sheetXml('<c r="A1" t="str"><v>北京</v></c>')}`, 'utf16le');
    const files = { ...unzipSync(BOOK), 'xl/worksheets/sheet1.xml': Uint8Array.from(sheet) };
    expect((await readBook(zipSync(files)))?.rows).toEqual([['北京']]);
  });
});

describe('a workbook that no office software writes', () => {
  test.each([
    ['a tag without an end', '<worksheet><sheetData><row r="1"', /sheet1\.xml is damaged: it is no correct XML/],
    [
      'a text of several megabytes',
      sheetXml(`<c r="A1"><v>${'1'.repeat(3_000_000)}</v></c>`),
      /sheet1\.xml is damaged: an element is longer/,
    ],
    ['a thousand nested elements', '<a>'.repeat(1000), /sheet1\.xml is damaged: an element is longer or deeper/],
    ['a cell outside of the sheet', sheetXml(cell('ZZZZ1')), /damaged: cell ZZZZ1 is outside of the sheet/],
    ['a cell with a text for a number', sheetXml(cell('B3', 'x')), /damaged: cell B3 has no number: 'x'/],
    [
      'a cell with a shared text that does not exist',
      sheetXml('<c r="B3" t="s"><v>7</v></c>'),
      /damaged: cell B3 has the shared text 7, and the workbook has 0/,
    ],
  ])('%s is refused in one sentence', async (_, xml, expected) => {
    await expect(readRows(xml)).rejects.toThrow(expected);
  });

  test('a file that is cut short is refused with its reason', async () => {
    const bytes = createWorkbook({ A: [['a']] });
    await expect(readBook(bytes.slice(0, 900))).rejects.toThrow('(the end of the file is missing)');
  });

  test.each([
    [8, 1, 'is encrypted'],
    [10, 9, 'is compressed with the unusual method 9'],
  ])('a part with the value %i, %i in its directory is refused with the reason', async (field, value, reason) => {
    const bytes = Buffer.from(createWorkbook({ A: [['a']] }));
    const entry = bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
    bytes.writeUInt16LE(value, entry + field);
    await expect(readBook(bytes)).rejects.toThrow(`(its part xl/worksheets/sheet1.xml ${reason})`);
  });

  test('a part whose compressed data is changed is refused with the reason', async () => {
    const bytes = Buffer.from(createWorkbook({ A: [['a']] }));
    const data = bytes.indexOf('xl/worksheets/sheet1.xml') + 'xl/worksheets/sheet1.xml'.length;
    bytes.fill(0xff, data, data + 20);
    await expect(readBook(bytes)).rejects.toThrow('sheet1.xml is damaged: its compressed data is cut short or changed');
  });
});
