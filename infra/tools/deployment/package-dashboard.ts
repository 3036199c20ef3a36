import { rm } from 'node:fs/promises';
import { buildFunctions } from '../../build/build-functions.ts';
import { type PackagedService, packageService } from '../../build/package-service.ts';
import { createStagingFolder } from '../../build/staging-folder.ts';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { step } from '../start/step.ts';

export interface PackagedDashboard extends PackagedService {
  /** Where osls has packaged it: what osls deploys. */
  readonly folder: string;
}

/**
 * Builds and packages a dashboard in a folder of its own, hands it to `use`, and clears the folder away. Progress goes to
 * `output`.
 */
export const packageDashboard = async <Result>(
  dashboard: LoadedDashboard,
  stage: string,
  use: (packaged: PackagedDashboard) => Promise<Result>,
  output: NodeJS.WritableStream = process.stdout,
): Promise<Result> => {
  const families = Array.from(new Set(dashboard.endpoints.map(({ family }) => family)));
  const { folder: bundles } = await step('Building the functions', () => buildFunctions({ families }), { output });
  const folder = await createStagingFolder();
  try {
    const packaged = await step('Packaging', () => packageService({ dashboard, stage, folder, bundles }), { output });
    return await use({ ...packaged, folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
