import { pluralize } from '../../shared/errors/pluralize.ts';
import { type Diagnostics, type Fault, formatFault } from './fault.ts';

type NameOf = (file: string) => string;

const linesOf = (faults: readonly Fault[], nameOf: NameOf): readonly string[] =>
  faults.map((fault) => formatFault(fault, nameOf(fault.file)));

/** Every warning on a line of its own. Empty where there are none. */
export const reportWarnings = (warnings: readonly Fault[], nameOf: NameOf): string =>
  linesOf(warnings, nameOf).join('\n');

/** `; 2 warnings`, or nothing. */
export const countWarnings = (warnings: readonly Fault[]): string =>
  warnings.length > 0 ? `; ${pluralize(warnings.length, 'warning')}` : '';

/**
 * Every fault and every warning on a line of its own, then how many there are. `nameOf` gives a file the name that the user
 * knows.
 */
export const reportFaults = ({ faults, warnings }: Diagnostics, nameOf: NameOf): string => {
  const lines = linesOf([...faults, ...warnings], nameOf);
  const endpoints = new Set(faults.flatMap(({ endpoint }) => endpoint ?? [])).size;
  const spread = endpoints > 0 ? `, in ${pluralize(endpoints, 'endpoint')}` : '';
  return [...lines, '', `${pluralize(faults.length, 'fault')}${spread}${countWarnings(warnings)}`].join('\n');
};
