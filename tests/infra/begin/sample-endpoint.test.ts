import { expect, test } from '@jest/globals';
import { createSampleEndpoint, formatEndpoints, type NewEndpoint } from '../../../infra/begin/folder-files.ts';
import { loadCatalogue } from '../../../infra/build/catalogue/load-catalogue.ts';
import { checkDashboard } from '../../../infra/dashboard/check-dashboard.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';

test('a new dashboard gets sample data for any component, in which check finds no error', async () => {
  const endpoints: NewEndpoint[] = [];
  for (const entry of await loadCatalogue()) {
    for (const component of entry.shape.components) {
      endpoints.push(await createSampleEndpoint(component, entry, new Set(endpoints.map(({ slug }) => slug))));
    }
  }
  const files = Object.assign({}, ...endpoints.map((one) => one.files));
  const file = `dashboard: all\nendpoints:\n${formatEndpoints(endpoints)}\n`;
  const { dashboard, errors } = await checkDashboard(await writeFolder({ ...files, 'dashboard.yml': file }));
  expect(endpoints.length).toBeGreaterThan(70);
  expect(errors).toEqual([]);
  expect(dashboard.endpoints).toHaveLength(endpoints.length);
});
