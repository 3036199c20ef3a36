import { rm } from 'node:fs/promises';
import { buildFunctions } from '../../build/build-functions.ts';
import { type PackagedService, packageService } from '../../build/package-service.ts';
import { createStagingFolder } from '../../build/staging-folder.ts';
import { resourcesOf } from '../../local/template/template.ts';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { step } from '../start/step.ts';

export interface PackagedDashboard extends PackagedService {
  /** Where osls has packaged it: what osls deploys. */
  readonly folder: string;
}

const MAX_NAME = 64;

const checkNames = ({ template }: PackagedService): void => {
  for (const [, { Properties }] of resourcesOf(template, 'AWS::Lambda::Function')) {
    const { length } = String(Properties?.FunctionName);
    if (length <= MAX_NAME) continue;
    throw new Error(
      `The function ${Properties?.FunctionName} has a name of ${length} letters, and Lambda takes ${MAX_NAME}: ` +
        'choose a shorter stage, or a shorter name of the dashboard',
    );
  }
};

/** Builds and packages a dashboard in a folder of its own, hands it to `use`, and clears the folder away. */
export const packageDashboard = async <Result>(
  dashboard: LoadedDashboard,
  stage: string,
  use: (packaged: PackagedDashboard) => Promise<Result>,
): Promise<Result> => {
  const families = Array.from(new Set(dashboard.endpoints.map(({ family }) => family)));
  const { folder: bundles } = await step('Building the functions', () => buildFunctions({ families }));
  const folder = await createStagingFolder();
  try {
    const packaged = await step('Packaging', () => packageService({ dashboard, stage, folder, bundles }));
    checkNames(packaged);
    return await use({ ...packaged, folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
