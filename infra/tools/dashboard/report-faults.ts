import { type Fault, formatFault } from './fault.ts';

/** `1 fault`, `2 faults`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Every fault on a line of its own, then how many there are. `nameOf` gives a file the name that the user knows. */
export const reportFaults = (faults: readonly Fault[], nameOf: (file: string) => string): string => {
  const lines = faults.map((fault) => formatFault(fault, nameOf(fault.file)));
  const endpoints = new Set(faults.flatMap(({ endpoint }) => endpoint ?? [])).size;
  const spread = endpoints > 0 ? `, in ${counted(endpoints, 'endpoint')}` : '';
  return [...lines, '', `${counted(faults.length, 'fault')}${spread}`].join('\n');
};
