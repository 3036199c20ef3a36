import { regionOfArn } from '../../shared/aws/region.ts';
import type { DefinitionProblem } from './definition-problem.ts';

/** Warns of each part of the named database that is in another region than the dashboard. */
export const regionWarnings = (file: Readonly<Record<string, unknown>>): readonly DefinitionProblem[] => {
  const { region, database } = file;
  if (typeof region !== 'string') return [];
  const { cluster, secret } = Object(database) as { readonly cluster?: unknown; readonly secret?: unknown };
  return Object.entries({ cluster, secret }).flatMap(([key, arn]): readonly DefinitionProblem[] => {
    const other = typeof arn === 'string' ? regionOfArn(arn) : undefined;
    if (other === undefined || other === region) return [];
    return [
      {
        path: ['database', key],
        severity: 'warning',
        message: `database.${key} is in ${other}, and the dashboard in ${region}: every query crosses regions`,
        hint: `deploy the dashboard in ${other}, or name a database of ${region}`,
      },
    ];
  });
};
