import { writeCount } from '../../../infra/cost/figures.ts';
import { section, wrapText } from '../../../infra/cost/paragraph.ts';
import { SCAN, SECONDS } from '../../../infra/cost/quantity.ts';
import { formatTable } from '../../../infra/terminal/format-table.ts';
import type { LakeBill, LakeFigures } from './describe-lake.ts';
import type { LakeSettings } from './list-scenarios.ts';
import { DEFAULT_QUOTAS } from './quotas.ts';

/** The input of a report. */
export interface LakeReport {
  readonly settings: LakeSettings;
  readonly bill: LakeBill;
  readonly figures: readonly LakeFigures[];
}

const HEADER = ['', 'Slot', 'Starts', 'Refused', 'Active', 'p50', 'p99', 'Blank', 'Scan', 'Wait', 'Quotas'];
const NUMBER_COLUMNS = HEADER.map((_, index) => index).slice(1, -1);

const percent = (share: number): string => {
  if (share === 0) return '-';
  return share < 0.001 ? '<0.1 %' : `${(share * 100).toFixed(1)} %`;
};

const rowOf = (figures: LakeFigures): readonly string[] => [
  figures.name,
  SECONDS.write(figures.slotSeconds),
  writeCount(figures.startsASecond),
  percent(figures.refused.start),
  writeCount(figures.activeQueries),
  `${figures.age.p50}s`,
  `${figures.age.p99}s`,
  percent(figures.blank),
  writeCount(figures.scanned),
  writeCount(figures.waiting),
  figures.quotas,
];

/** Lines that explain the columns and the model. */
export const METHOD: readonly string[] = [
  'Starts: calls of StartQueryExecution in the busiest second; an environment also calls it to ' +
    'find the execution of its token. Refused: the share of them that Athena refused. Active: queries that were queued or running at one time. ' +
    'p50, p99: ages of the rows that components show, over their display time, in seconds since the start of the slot. Blank: the share ' +
    'of the display time in which a component shows an error. Scan and Wait: dollars a month, for scanned bytes, and for ' +
    'functions that wait for rows. Quotas: reached if Athena refuses calls, exceeded if the next slot begins before rows come, ' +
    'or if components go blank. Together: all slots start at the same instant; else at different ones, by a hash of the query.',
  `Quotas of an account, which all of its workgroups share: StartQueryExecution ${DEFAULT_QUOTAS.start.perSecond} a second (${DEFAULT_QUOTAS.start.burst} at ` +
    `once), GetQueryExecution and GetQueryResults ${DEFAULT_QUOTAS.getResults.perSecond} each (${DEFAULT_QUOTAS.getResults.burst} at once), and queries that are ` +
    'queued or running (--active): 200 in us-east-1, 150, 100 or 20 elsewhere. AWS raises each quota on request.',
  'Functions poll, retry, pause and give up as the deployed code does, in four families a wall. Caches are shared unless a ' +
    'line says otherwise. Queries take --query at the median, and one query in a hundred takes four ' +
    'times as long. Nothing was measured on AWS.',
];

/** Lines that say what to do if quotas are reached, the most effective measure first. */
export const REMEDIES: readonly string[] = [
  'One dataset for many components, instead of one query for each component.',
  'shared: true, so that one environment of a wall queries Athena and the others read its rows.',
  'Equal queries in one workgroup: walls that show the same data share one execution.',
  'A longer cache: a cache of ten minutes needs a tenth of the queries of a cache of one minute.',
  'Higher quotas of the account, or a capacity reservation; more workgroups do not help.',
];

/** Formats the report for a terminal. */
export const formatLake = ({ settings, bill, figures }: LakeReport): string => {
  const { walls, components, refreshMs, queryMs, activeQueries } = settings;
  const head =
    `${writeCount(walls)} walls of ${components} components on one account's Athena, each component asking every ` +
    `${SECONDS.write(refreshMs / 1000)}; queries of ${queryMs / 1000} s that scan ${SCAN.write(bill.scannedBytes)}; ${activeQueries} active queries allowed`;
  return [
    wrapText(head, ''),
    '',
    formatTable([HEADER, ...figures.map(rowOf)], NUMBER_COLUMNS),
    ...section(
      'Where the quotas end',
      REMEDIES.map((text) => wrapText(text)),
    ),
    ...section(
      'How it is simulated',
      METHOD.map((text) => wrapText(text)),
    ),
  ].join('\n');
};

/** Formats the figures as JSON. */
export const formatLakeJson = ({ settings, bill, figures }: LakeReport): string =>
  JSON.stringify({ settings, scannedBytes: bill.scannedBytes, quotas: DEFAULT_QUOTAS, scenarios: figures }, null, 2);
