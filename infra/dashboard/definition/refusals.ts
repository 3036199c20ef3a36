import { relative } from 'node:path';
import { type Detail, WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import type { CheckedEndpoint } from '../endpoints/check-endpoint.ts';
import { type Diagnostic, endpointsOf } from '../folder/diagnostic.ts';
import type { LoadedDashboard } from './load-dashboard.ts';

type Refusing = Pick<LoadedDashboard, 'folder' | 'checked' | 'endpoints' | 'errors' | 'blockedBy'>;

export interface RefusedEndpoint {
  readonly slug: string;
  /** As dashboard.yml spells it. */
  readonly component: string;
  /** The first part is missing if the component is not known. */
  readonly path: string;
  readonly isKnown: boolean;
  /** In the words of `check`. */
  readonly error: WallfeedError;
}

export const detailOf = ({ file, line, column, message, hint }: Diagnostic, folder: string): Detail => ({
  file: relative(folder, file),
  line,
  column,
  message,
  ...(hint !== undefined && { hint }),
});

const errorsOf = (slug: string, { errors }: Refusing): readonly Diagnostic[] => {
  const own = errors.filter((one) => endpointsOf(one).includes(slug));
  return own.length > 0 ? own : errors.filter(({ endpoint }) => endpoint === undefined);
};

const sentenceOf = ([first]: readonly Detail[], { blockedBy }: Refusing): string => {
  if (blockedBy.length > 0) return `This endpoint is not served because of ${blockedBy.join(', ')}.`;
  if (!first) return 'This endpoint is not served until dashboard.yml is corrected.';
  return `${first.file}: ${first.message}.`;
};

const refuse = ({ slug, component, path }: CheckedEndpoint, dashboard: Refusing): RefusedEndpoint => {
  const found = errorsOf(slug, dashboard);
  const details = found.map((diagnostic) => detailOf(diagnostic, dashboard.folder));
  const written = found.find(({ endpoint }) => endpoint === slug)?.component ?? '';
  return {
    slug,
    component: component?.name ?? written,
    path,
    isKnown: component !== undefined,
    error: new WallfeedError('DASHBOARD_INVALID', sentenceOf(details, dashboard), details),
  };
};

export const refusedEndpoints = (dashboard: Refusing): readonly RefusedEndpoint[] => {
  const served = new Set(dashboard.endpoints.map(({ slug }) => slug));
  return dashboard.checked.filter(({ slug }) => !served.has(slug)).map((one) => refuse(one, dashboard));
};
