import { strToU8, zipSync } from 'fflate';

type Value = string | number | boolean | Date | null;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const DAY_MS = 86_400_000;
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** Cells with a time have the built-in number format 22. */
const STYLES = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`;

const cellOf = (value: Value, at: string): string => {
  if (value === null) return '';
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${Number(value)}</v></c>`;
  if (value instanceof Date) return `<c r="${at}" s="1"><v>${(value.getTime() - EPOCH_MS) / DAY_MS}</v></c>`;
  if (value.startsWith('#')) return `<c r="${at}" t="e"><v>${value}</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
};

const sheetOf = (rows: readonly (readonly Value[])[]): string => {
  const lines = rows.map((row, y) => {
    const cells = row.map((value, x) => cellOf(value, `${String.fromCharCode(65 + x)}${y + 1}`));
    return `<row r="${y + 1}">${cells.join('')}</row>`;
  });
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${lines.join('')}</sheetData></worksheet>`;
};

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

type SheetSource = readonly (readonly Value[])[] | string;

/** Returns the bytes of an .xlsx file. Each sheet is given as rows or as XML; `more` has further files of the zip. */
export const createWorkbook = (
  sheets: Readonly<Record<string, SheetSource>>,
  more: Readonly<Record<string, string>> = {},
): Uint8Array => {
  const names = Object.keys(sheets);
  const listed = names.map((name, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="r${i + 1}"/>`);
  const related = names.map(
    (_, i) => `<Relationship Id="r${i + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONS}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}<Relationship Id="s" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
  };
  for (const [i, name] of names.entries()) {
    const sheet = sheets[name] ?? [];
    files[`xl/worksheets/sheet${i + 1}.xml`] = typeof sheet === 'string' ? sheet : sheetOf(sheet);
  }
  const all = Object.entries({ ...files, ...more });
  return zipSync(Object.fromEntries(all.map(([path, text]) => [path, strToU8(text)])));
};
