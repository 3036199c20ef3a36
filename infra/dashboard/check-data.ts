import type { Validators } from '../../shared/catalogue/validate.ts';
import { createBudget } from '../../shared/limits/budget.ts';
import { findPreview } from '../build/load-preview.ts';
import { loadValidators } from '../build/validators.ts';
import { checkDocument } from './check-document.ts';
import type { CheckedEndpoint } from './check-endpoint.ts';
import { checkTableFiles } from './check-table-files.ts';
import { type Diagnostic, sortDiagnostics } from './diagnostic.ts';
import type { LoadedDashboard } from './load-dashboard.ts';

type FamilyValidators = Readonly<Record<string, Validators>>;

const checkEndpointData = async (
  endpoint: CheckedEndpoint,
  validators: FamilyValidators,
  { timezone, memory }: Pick<LoadedDashboard, 'timezone' | 'memory'>,
): Promise<readonly Diagnostic[]> => {
  const { component, files } = endpoint;
  const validate = component && validators[component.family]?.[component.shape.name];
  if (!component || !validate) return [];
  const budget = createBudget({ memoryMb: memory, endsAt: Number.POSITIVE_INFINITY });
  const preview = await findPreview(component);
  const subject = { endpoint, component, validate, preview, timezone, memory, budget, now: Date.now() };
  const [document] = files.json ?? [];
  if (document !== undefined) return checkDocument(subject, document);
  return Object.keys(files).length > 0 ? checkTableFiles(subject) : [];
};

/**
 * Reads every file of data/ that an endpoint names, as the endpoint would: parses, types, folds and validates it. An
 * endpoint with an invalid definition is checked as far as possible. SQL and objects of other buckets are not read.
 * @param validators the compiled schemas by family; those of the catalogue by default.
 */
export const checkData = async (
  { checked, timezone, memory }: Pick<LoadedDashboard, 'checked' | 'timezone' | 'memory'>,
  validators?: FamilyValidators,
): Promise<readonly Diagnostic[]> => {
  const known = validators ?? (await loadValidators());
  return sortDiagnostics(
    (await Promise.all(checked.map((one) => checkEndpointData(one, known, { timezone, memory })))).flat(),
  );
};
