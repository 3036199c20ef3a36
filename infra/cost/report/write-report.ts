import { readFile, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { invocationFolder } from '../../dashboard/folder/read-dashboard-file.ts';
import { forReader, language } from '../../language/language.ts';
import { shownComponent } from '../../language/shown-component.ts';
import { explainWriteError } from '../../terminal/fail.ts';
import { describeBudget } from '../budget.ts';
import { type BillParts, billParts } from '../create-estimate.ts';
import { rangeOf } from '../estimate-dashboard.ts';
import { writeCount, writeCurrency, writeMoney, writeMonth } from '../figures.ts';
import type { Savings } from '../savings/find-savings.ts';
import { sumByTag, type WallCost, yearOfWalls } from '../walls/wall-cost.ts';
import { describeTogether, markOf } from './format-report.ts';
import { currencyOf, describeBasis, formatWallsCsv, ROW_COLUMNS, type WallsReport } from './format-walls.ts';
import { LEFT_OUT } from './model.ts';

/** A report replaces only files with this mark. */
const HTML_MARK = '<meta name="generator" content="wallfeed cost">';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

const say = (text: string): string => escapeHtml(forReader(text));

const STYLE = `
body { font: 14px/1.5 system-ui, sans-serif; color: #1a1a1a; margin: 0 auto; max-width: 190mm; padding: 16px; }
h1 { font-size: 22px; margin: 0 0 4px; } h2 { font-size: 16px; margin: 24px 0 8px; break-after: avoid; }
p { margin: 4px 0; } .total { font-size: 28px; font-weight: 600; }
.wide { overflow-x: auto; margin-top: 16px; } h2 + .wide { margin-top: 0; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 3px 8px 3px 0; border-bottom: 1px solid #ddd; vertical-align: top; }
tr { break-inside: avoid; } .n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.note { color: #555; } @page { size: A4; margin: 15mm; } @media print { body { padding: 0; max-width: none; } }
@media (max-width: 420px) { body { padding: 10px; font-size: 13px; } th, td { padding-right: 6px; overflow-wrap: anywhere; } }
`;

/** Numbers are aligned to the right. */
const table = (header: readonly string[], rows: readonly (readonly (string | { readonly n: string })[])[]): string => {
  const isNumber = header.map((_, index) => typeof rows[0]?.[index] === 'object');
  const head = header.map((name, index) => `<th${isNumber[index] ? ' class="n"' : ''}>${say(name)}</th>`).join('');
  const cells = rows.map((row) =>
    row
      .map((cell) => (typeof cell === 'string' ? `<td>${escapeHtml(cell)}</td>` : `<td class="n">${cell.n}</td>`))
      .join(''),
  );
  return `<div class="wide"><table><tr>${head}</tr>${cells.map((cell) => `<tr>${cell}</tr>`).join('\n')}</table></div>`;
};

const money = (amount: number) => ({ n: writeMoney(amount) });

const NAMES: Readonly<Record<keyof BillParts, string>> = {
  gateway: 'Gateway',
  requests: 'Requests',
  compute: 'Compute',
  source: 'Source calls',
  logs: 'Logs',
  egress: 'Egress',
  sharedCache: 'Shared cache',
  datasets: 'Datasets',
  database: 'Database',
  secrets: 'Secrets',
  watching: 'Watching',
  domain: 'Domain',
};

const heading = (text: string): string => `<h2>${say(text)}</h2>`;

const partsTable = (estimate: WallCost['estimate']): string => {
  const parts = Object.entries(billParts(estimate)).filter(([, amount]) => amount > 0);
  const rows = parts
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, amount]) => [forReader(NAMES[name as keyof BillParts]), money(amount)]);
  return table(['Pays for', 'A month'], rows);
};

/**
 * Returns the section of a wall. A single wall gets no heading, because the heading of the page names the wall and its
 * total.
 */
const wallSection = ({ folder, dashboard, estimate }: WallCost, isOnly: boolean): string => {
  const { prices, endpoints, datasets, total } = estimate;
  const range = rangeOf(estimate);
  const budget = describeBudget(dashboard, estimate);
  const facts = [
    `${describeBasis(estimate)}: screens x refresh, hours a day x days a month, region of the prices (${writeMonth(prices.asOf)})`,
    ...(range
      ? [`${writeMoney(range.least)} to ${writeMoney(range.most)}, because scan only limits what queries scan`]
      : []),
    ...(budget === undefined ? [] : [budget]),
  ];
  const rows = [
    ...endpoints
      .toSorted((a, b) => b.total - a.total)
      .map(({ endpoint, component, calls, total: cost }) => [
        endpoint,
        shownComponent(component),
        { n: writeCount(calls) },
        money(cost),
      ]),
    ...datasets.map(({ dataset, kind, sourceReads, total: cost }) => [
      dataset,
      forReader(`dataset over ${kind}`),
      { n: writeCount(sourceReads) },
      money(cost),
    ]),
  ];
  return [
    ...(isOnly
      ? []
      : [`<h2>${escapeHtml(dashboard.name)}: ${writeMoney(total)}</h2><p class="note">${escapeHtml(folder)}</p>`]),
    ...facts.map((fact) => `<p>${say(fact)}</p>`),
    ...Object.entries(dashboard.tags ?? {}).map(([key, value]) => `<p>${escapeHtml(`${key}: ${value}`)}</p>`),
    partsTable(estimate),
    table(['Endpoint', 'Component', 'Calls', 'A month'], rows),
  ].join('\n');
};

const MAX_SAVINGS = 20;

const savingsSection = (found: Savings): readonly string[] => {
  const { savings, together } = found;
  if (savings.length === 0) return [];
  const shown = savings.slice(0, MAX_SAVINGS);
  const rows = shown.map((one) => [money(one.saved), markOf(found, one), forReader(one.change).replaceAll('`', '')]);
  const all = together ? [`<p>${say(describeTogether(together, shown))}</p>`] : [];
  return [heading('What would lower it'), table(['Saves a month', '', 'Change'], rows), ...all];
};

/**
 * Formats a report as one HTML file without scripts, for A4 and for telephones.
 * @param date the day on which the report is made, as 2026-11-23.
 */
export const formatHtml = (report: WallsReport, date: string, savings?: Savings): string => {
  const { walls, total, noSum, tag, hasYear } = report;
  const currency = writeCurrency(currencyOf(report));
  const [only] = walls;
  const title = forReader(
    walls.length === 1 ? `The cost of ${only?.dashboard.name}` : `The cost of ${walls.length} walls`,
  );
  const year = hasYear && total !== undefined ? yearOfWalls(walls, total) : undefined;
  const sum = total === undefined ? `No sum: ${noSum}` : `${writeMoney(total)} ${currency} a month on AWS`;
  const rows = walls.map(({ folder, dashboard, estimate }) => [
    dashboard.name,
    folder,
    describeBasis(estimate),
    money(estimate.total),
  ]);
  const tagRows = tag === undefined ? [] : Object.entries(sumByTag(walls, tag));
  return [
    '<!doctype html>',
    `<html lang="${language()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    HTML_MARK,
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${escapeHtml(title)}</h1><p class="note">${date}. ${say('An estimate before the first bill: nothing was measured on AWS.')}</p>`,
    `<p class="total">${say(sum)}</p>`,
    ...(year
      ? [
          `<p>${say(`${writeMoney(year.total)} in 12 such months${year.days === null ? '' : ` (${year.days} days)`}`)}</p>`,
        ]
      : []),
    ...(walls.length > 1 ? [heading('Walls'), table(['Dashboard', 'Folder', 'Basis', 'A month'], rows)] : []),
    ...(tag === undefined
      ? []
      : [
          heading(`By ${tag}`),
          table(
            [tag, 'A month'],
            tagRows.map(([value, amount]) => [value || forReader(`without the tag ${tag}`), money(amount)]),
          ),
        ]),
    ...walls.map((wall) => wallSection(wall, walls.length === 1)),
    ...(savings ? savingsSection(savings) : []),
    heading('Left out'),
    ...LEFT_OUT.map((text) => `<p class="note">${say(text)}</p>`),
    '</body></html>\n',
  ].join('\n');
};

const ENDINGS: readonly string[] = ['.html', '.csv'];

/** Returns undefined if `--report` can be used. */
export const refuseReport = (file: string): string | undefined =>
  ENDINGS.includes(extname(file)) ? undefined : `--report must end in .html or .csv, such as bill.html, not '${file}'`;

const isReport = (text: string): boolean => text.includes(HTML_MARK) || text.split('\n', 1)[0] === ROW_COLUMNS.join();

/**
 * Writes a report as HTML or CSV, by the ending of the file's name.
 * @throws Error with a message for the user. A file that no report made is not replaced.
 */
export const writeReport = async (name: string, report: WallsReport, savings?: Savings): Promise<void> => {
  const file = resolve(invocationFolder(), name);
  const old = await readFile(file, 'utf8').catch(() => undefined);
  if (old !== undefined && !isReport(old))
    throw new Error(`--report: ${name} exists, and no report made it: choose another name, or remove the file`);
  const today = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  const text = extname(file) === '.csv' ? formatWallsCsv(report) : formatHtml(report, today, savings);
  await writeFile(file, text).catch((error) => {
    throw explainWriteError(error, name);
  });
};
