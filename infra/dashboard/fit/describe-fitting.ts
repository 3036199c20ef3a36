import { basename, extname } from 'node:path';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { slugOf } from '../init/slug.ts';
import { defineEndpoint, writeEndpointLines } from './endpoint-lines.ts';
import { type Fit, type Fitting, findFitting } from './find-fitting.ts';

/**
 * Number of first rows that decide which components a file fits. `check` reads all rows once the file is in a
 * dashboard.
 */
const MAX_FITTED_ROWS = 5_000;

/** Finds the components that the first rows of a file fit, or returns why it is no table. */
export const fitFirstRows = async (bytes: Uint8Array, timezone: string): Promise<Fitting | WallfeedError> => {
  try {
    const fitting = await findFitting(bytes, { timezone, maxRows: MAX_FITTED_ROWS });
    return { ...fitting, fits: fitting.fits.filter(({ isOffTheMap }) => !isOffTheMap) };
  } catch (error) {
    if (error instanceof WallfeedError) return error;
    throw error;
  }
};

/** Names the first of several components. */
export const listComponents = (fits: readonly Fit[], maxNamed: number): string => {
  const rest = fits.length - maxNamed;
  const names = fits.slice(0, maxNamed).map(({ component }) => component);
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
};

const MAX_NAMED = 6;

/**
 * Says which components a file fits as it is. If it fits none, writes an endpoint with a selection for dashboard.yml.
 */
export const describeFitting = async (file: string, bytes: Uint8Array): Promise<string> => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const fitting = await fitFirstRows(bytes, timeZone);
  const fits = fitting instanceof WallfeedError ? [] : fitting.fits;
  const [best] = fits;
  if (!best) return 'fits no component, neither as it is nor with a selection';
  if (!best.isSelected) return `fits ${listComponents(fits, MAX_NAMED)}`;
  const slug = slugOf(basename(file, extname(file)), 'table');
  const lines = writeEndpointLines(slug, defineEndpoint(best.component, file, best.trial));
  return `fits ${listComponents(fits, MAX_NAMED)} with a selection. Write in dashboard.yml, below endpoints:\n${lines}`;
};
