import { stat } from 'node:fs/promises';
import { pluralize } from '../../shared/errors/pluralize.ts';
import { readService } from '../local/read-service.ts';
import { formatBytes } from '../terminal/format-bytes.ts';
import { formatTable } from '../terminal/format-table.ts';
import type { StackAddress } from './aws/stacks.ts';
import type { PackagedDashboard } from './package-dashboard.ts';

/** Describes a package for the terminal: the stack, and each function with its zip size and routes. */
export const describePackage = async (
  { template, functions }: PackagedDashboard,
  { name, region }: StackAddress,
): Promise<string> => {
  const service = readService(template, (logicalId) => logicalId);
  const routesOf = (family: string): string => {
    const ids = service.functions.filter(({ code }) => code === family).map(({ logicalId }) => logicalId);
    return service.routes.flatMap(({ key, target }) => (ids.includes(target) ? [key] : [])).join(', ');
  };
  const rows = functions.map(async ({ family, zip }) => [
    family,
    formatBytes((await stat(zip)).size),
    routesOf(family),
  ]);
  const table = formatTable([['Function', 'Zip', 'Routes'], ...(await Promise.all(rows))], [1]);
  const counts = [
    pluralize(functions.length, 'function'),
    pluralize(service.routes.length, 'route'),
    pluralize(Object.keys(template.Resources).length, 'resource'),
  ];
  return [`Stack ${name} in ${region}: ${counts.join(', ')}`, '', table].join('\n');
};
