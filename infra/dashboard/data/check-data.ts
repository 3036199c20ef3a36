import type { Validators } from '../../../shared/catalogue/accepts.ts';
import { checkSize, serializeBody } from '../../../shared/catalogue/serialize-body.ts';
import { decodeToUtf8, isGuessedText } from '../../../shared/csv/decode-chunks.ts';
import { otherKind } from '../../../shared/csv/file-kinds.ts';
import { bindShape } from '../../../shared/pipeline/bind-endpoints.ts';
import { checkBody } from '../../../shared/pipeline/check-body.ts';
import { parseJson } from '../../../shared/sources/json.ts';
import { refuseLargeDocument } from '../../../shared/sources/s3/size-limits.ts';
import { loadValidators } from '../../build/bundling/validators.ts';
import { findPreview } from '../../build/catalogue/load-catalogue.ts';
import type { LoadedDashboard } from '../definition/load-dashboard.ts';
import type { CheckedEndpoint } from '../endpoints/check-endpoint.ts';
import { type Diagnostic, sortDiagnostics } from '../folder/diagnostic.ts';
import { createJsonLocator } from '../folder/locate-json.ts';
import { createOwnNames } from '../maps/own-maps.ts';
import { checkJoins } from './check-joins.ts';
import { checkTableFiles } from './check-table-files.ts';
import {
  type CheckSubject,
  countingBudget,
  type OpenDatasets,
  ownerOf,
  pictureWarnings,
  readBytes,
  sharingWarnings,
  toDiagnostics,
  withSyntax,
} from './data-diagnostics.ts';
import { GUESSED_JSON } from './file-warnings.ts';
import { type DatasetSettings, readDatasetFiles } from './read-dataset-files.ts';

const checkViolations = ({ component, validate, timezone, budget }: CheckSubject, body: unknown): unknown => {
  try {
    const bound = bindShape({ shape: component.shape, validate, timezone }, { options: {} });
    checkBody(bound, { body, rows: 0 }, budget);
    return undefined;
  } catch (error) {
    return error;
  }
};

/** Checks a JSON document as an endpoint does. Each diagnostic has the line and column of the file. */
const checkDocument = async (subject: CheckSubject, file: string): Promise<readonly Diagnostic[]> => {
  const { budget } = subject;
  try {
    const bytes = await readBytes(file, (size) => {
      refuseLargeDocument(size);
      budget.hold({ bytes: size });
    });
    const other = otherKind(bytes, 'json');
    if (other) throw other;
    const body = withSyntax(() => parseJson(bytes, budget));
    const error = checkViolations(subject, body);
    if (error) {
      const locate = createJsonLocator(decodeToUtf8(bytes).toString());
      return toDiagnostics(error, ownerOf(subject), ({ path = '' }) => ({ file, ...locate(path) }));
    }
    const text = serializeBody(body);
    checkSize(text, false);
    subject.onBody?.(subject.endpoint.slug, Buffer.byteLength(text));
    const place = { file, line: 1, column: 1 };
    const ofEncoding = isGuessedText(bytes) ? [{ ...place, ...GUESSED_JSON }] : [];
    return [
      ...ofEncoding,
      ...sharingWarnings(subject, text, place),
      ...(await pictureWarnings(subject, body, () => place)),
    ];
  } catch (error) {
    return toDiagnostics(error, ownerOf(subject), ({ line = 1, column = 1 }) => ({ file, line, column }));
  }
};

/** The sizes in bytes of the bodies of endpoints whose rows are in data/, by endpoint. */
export type Bodies = ReadonlyMap<string, number>;

type CheckedFolder = Pick<
  LoadedDashboard,
  'folder' | 'checked' | 'checkedDatasets' | 'timezone' | 'memory' | 'written'
>;

type FamilyValidators = Readonly<Record<string, Validators>>;

interface DataSettings extends DatasetSettings {
  readonly datasets: OpenDatasets;
  readonly ownNames: CheckSubject['ownNames'];
  readonly onBody: CheckSubject['onBody'];
}

const checkEndpointData = async (
  endpoint: CheckedEndpoint,
  validators: FamilyValidators,
  settings: DataSettings,
): Promise<readonly Diagnostic[]> => {
  const { component, files } = endpoint;
  const validate = component && validators[component.family]?.[component.shape.name];
  if (!component || !validate) return [];
  const budget = countingBudget(settings.memory);
  const preview = await findPreview(component);
  const subject = { ...settings, endpoint, component, validate, preview, budget, now: Date.now() };
  const [document] = files.json ?? [];
  if (document !== undefined) return checkDocument(subject, document);
  const ofTables = Object.keys(files).length > 0 ? await checkTableFiles(subject) : [];
  return [...ofTables, ...(await checkJoins(subject))];
};

/**
 * Reads every file of data/ that an endpoint or a dataset names, as the endpoint would: parses, types, folds and validates it. An
 * endpoint with an invalid definition is checked as far as possible. SQL and objects of other buckets are not read.
 * @param validators the compiled schemas by family; those of the catalogue by default.
 * @param onBody receives the size of each valid body.
 */
export const checkData = async (
  { folder, checked, checkedDatasets, timezone, memory, written }: CheckedFolder,
  validators?: FamilyValidators,
  onBody?: CheckSubject['onBody'],
): Promise<readonly Diagnostic[]> => {
  const families = new Set(checked.flatMap(({ component }) => component?.family ?? []));
  const known = validators ?? (await loadValidators([...families]));
  const { open, diagnostics } = await readDatasetFiles(Object.values(checkedDatasets), {
    folder,
    timezone,
    memory,
    written,
  });
  const settings = { folder, timezone, memory, written, datasets: open, ownNames: createOwnNames(folder), onBody };
  const ofEndpoints = checked.map((one) => checkEndpointData(one, known, settings));
  return sortDiagnostics([...diagnostics, ...(await Promise.all(ofEndpoints)).flat()]);
};
