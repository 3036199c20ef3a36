import { pluralize } from '../../../shared/errors/pluralize.ts';
import type { Estimate } from '../create-estimate.ts';
import { writeCount, writeMoney } from '../figures.ts';
import { MODEL } from '../model.ts';
import { SCAN } from '../quantity.ts';
import type { DatasetCost } from './price-dataset.ts';

const SOURCES: Readonly<Record<DatasetCost['kind'], { readonly name: string; readonly noun: string }>> = {
  athena: { name: 'Athena', noun: 'queries' },
  sql: { name: 'SQL', noun: 'statements' },
  csv: { name: 'CSV', noun: 'reads' },
};

/** Writes the source of a dataset and the number of its endpoints: `Athena, for 10 endpoints`. */
export const writeSource = ({ kind, endpoints }: DatasetCost): string =>
  `${SOURCES[kind].name}, for ${pluralize(endpoints, 'endpoint')}`;

const describeScan = ({ kind, scannedBytes, scan }: DatasetCost): string =>
  kind === 'athena' ? ` that scan ${SCAN.write(scannedBytes)} each for ${writeMoney(scan)}` : '';

const describeDataset = (cost: DatasetCost): string => {
  const { dataset, kind, sourceReads, tables, compute, total, separate, separateScan } = cost;
  const waits = compute >= 0.005 ? `, ${writeMoney(compute)} of it for functions that wait` : '';
  const scanning = kind === 'athena' ? `, ${writeMoney(separateScan)} of it for scanning` : '';
  const others =
    tables > 1
      ? `; a query for each of its ${tables} tables would cost ${writeMoney(separate)} instead${scanning}`
      : '';
  return `${dataset}: ${writeCount(sourceReads)} ${SOURCES[kind].noun} a month${describeScan(cost)}, ${writeMoney(total)} in all${waits}${others}.`;
};

/** Explains how datasets are counted, and what each of them saves; empty if there are none. */
export const describeDatasets = ({ datasets }: Pick<Estimate, 'datasets'>): readonly string[] =>
  datasets.length === 0 ? [] : [[MODEL.datasets, ...datasets.map(describeDataset)].join(' ')];
