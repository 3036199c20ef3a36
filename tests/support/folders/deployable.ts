import { endpointsFile } from './write-folder.ts';

/** Two families, no SQL. */
export const DEPLOYABLE = {
  'dashboard.yml': endpointsFile(
    '  share: { component: 3D Pie Chart, csv: pie.csv, token: ssm:/ops-room/token }',
    '  rings: { component: Colorful Progress Bar, json: rings.json }',
    '  own: { component: 3D Pie Chart, csv: pie.csv, path: /own }',
  ),
  'data/pie.csv': 'name,value,score,pv\na,1,,\n',
  'data/rings.json': '{"series": []}',
} as const;
