import type { Validators } from '../../shared/catalogue/validate.ts';
import { createBudget } from '../../shared/limits/budget.ts';
import { findPreview } from '../build/load-preview.ts';
import { loadValidators } from '../build/validators.ts';
import { checkDocument } from './check-document.ts';
import type { CheckedEndpoint } from './check-endpoint.ts';
import { checkTableFiles } from './check-table-files.ts';
import type { OpenDatasets } from './data-files/open-file.ts';
import { type DatasetSettings, readDatasetFiles } from './data-files/read-dataset-files.ts';
import { type Diagnostic, sortDiagnostics } from './diagnostic.ts';
import type { LoadedDashboard } from './load-dashboard.ts';

/** The parts of a dashboard that decide how its files are read. */
type CheckedFolder = Pick<LoadedDashboard, 'checked' | 'checkedDatasets' | 'timezone' | 'memory'>;

type FamilyValidators = Readonly<Record<string, Validators>>;

interface DataSettings extends DatasetSettings {
  readonly datasets: OpenDatasets;
}

const checkEndpointData = async (
  endpoint: CheckedEndpoint,
  validators: FamilyValidators,
  settings: DataSettings,
): Promise<readonly Diagnostic[]> => {
  const { component, files } = endpoint;
  const validate = component && validators[component.family]?.[component.shape.name];
  if (!component || !validate) return [];
  const budget = createBudget({ memoryMb: settings.memory, endsAt: Number.POSITIVE_INFINITY });
  const preview = await findPreview(component);
  const subject = { ...settings, endpoint, component, validate, preview, budget, now: Date.now() };
  const [document] = files.json ?? [];
  if (document !== undefined) return checkDocument(subject, document);
  return Object.keys(files).length > 0 ? checkTableFiles(subject) : [];
};

/**
 * Reads every file of data/ that an endpoint or a dataset names, as the endpoint would: parses, types, folds and validates it. An
 * endpoint with an invalid definition is checked as far as possible. SQL and objects of other buckets are not read.
 * @param validators the compiled schemas by family; those of the catalogue by default.
 */
export const checkData = async (
  { checked, checkedDatasets, timezone, memory }: CheckedFolder,
  validators?: FamilyValidators,
): Promise<readonly Diagnostic[]> => {
  const known = validators ?? (await loadValidators());
  const { open, diagnostics } = await readDatasetFiles(Object.values(checkedDatasets), { timezone, memory });
  const settings = { timezone, memory, datasets: open };
  const ofEndpoints = checked.map((one) => checkEndpointData(one, known, settings));
  return sortDiagnostics([...diagnostics, ...(await Promise.all(ofEndpoints)).flat()]);
};
