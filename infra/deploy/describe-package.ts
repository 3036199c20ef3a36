import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pluralize } from '../../shared/errors/pluralize.ts';
import { readService } from '../stack/template/read-service.ts';
import { formatBytes, formatTable } from '../terminal/format-table.ts';
import type { StackAddress } from './aws/stacks.ts';
import type { PackagedDashboard } from './package-dashboard.ts';

/** A package in figures: the stack, and each function with its zip and routes. */
export interface PackageSummary {
  readonly stack: { readonly name: string; readonly region: string };
  readonly functions: readonly {
    readonly family: string;
    readonly zip: string;
    readonly bytes: number;
    readonly routes: readonly string[];
  }[];
  readonly routes: number;
  readonly resources: number;
}

/** Summarises a package: its stack, and each function with its zip and routes. */
export const summarizePackage = async (
  { template, functions }: PackagedDashboard,
  { name, region }: StackAddress,
): Promise<PackageSummary> => {
  const service = readService(template, (logicalId) => logicalId);
  const routesOf = (family: string): readonly string[] => {
    const ids = service.functions.filter(({ code }) => code === family).map(({ logicalId }) => logicalId);
    return service.routes.flatMap(({ key, target }) => (ids.includes(target) ? [key] : []));
  };
  const summaries = functions.map(async ({ family, zip }) => ({
    family,
    zip: basename(zip),
    bytes: (await stat(zip)).size,
    routes: routesOf(family),
  }));
  return {
    stack: { name, region },
    functions: await Promise.all(summaries),
    routes: service.routes.length,
    resources: Object.keys(template.Resources).length,
  };
};

/** Describes a package for the terminal: the stack, and each function with its zip size and routes. */
export const describePackage = ({ stack, functions, routes, resources }: PackageSummary): string => {
  const rows = functions.map(({ family, bytes, routes: own }) => [family, formatBytes(bytes), own.join(', ')]);
  const counts = [
    pluralize(functions.length, 'function'),
    pluralize(routes, 'route'),
    pluralize(resources, 'resource'),
  ];
  const table = formatTable([['Function', 'Zip', 'Routes'], ...rows], [1]);
  return [`Stack ${stack.name} in ${stack.region}: ${counts.join(', ')}`, '', table].join('\n');
};
