import { endpointsIn } from '../stack/package-service.ts';
import type { Template } from '../stack/template/template.ts';
import { codeBucketExists, listCodeRegions } from './aws/code-bucket.ts';
import { findStack, nextCommand, type StackAddress } from './aws/stacks.ts';
import { type CodePlace, listPlaces, listStored, readDeployments, readStoredTemplate } from './deployments.ts';

type Tags = Readonly<Record<string, string>>;

export interface FirstDeployment {
  readonly address: StackAddress;
  readonly tags: Tags;
  readonly place: CodePlace;
  readonly template: Template;
}

const accountIn = ({ prefix }: CodePlace): string => prefix.split('/')[0] ?? '';

const REMEDY = 'To make this one too, add --new-stack.';

const findElsewhere = async ({ address, tags, place }: FirstDeployment): Promise<string | undefined> => {
  const { dashboard, stage } = tags;
  const regions = await listCodeRegions(accountIn(place), address.region);
  for (const region of regions.filter((one) => one !== address.region)) {
    const found = await findStack({ ...address, region }).catch(() => undefined);
    if (!found || found.tags.dashboard !== dashboard || found.tags.stage !== stage) continue;
    return (
      `${dashboard} was deployed to ${region}: the stack ${address.name} is ${found.status} there. A deployment to ` +
      `${address.region} makes a second stack with URLs of its own. ${REMEDY} Afterwards remove the old one: write region: ` +
      `${region} in dashboard.yml for the command ${nextCommand(address, 'remove')}`
    );
  }
  return undefined;
};

const pathsIn = (template: Template): string =>
  Object.keys(endpointsIn(template) ?? {})
    .toSorted()
    .join(' ');

const deployedPaths = async (place: CodePlace): Promise<string> => {
  const [newest] = await readDeployments(place, await listStored(place));
  return newest ? pathsIn(await readStoredTemplate(newest.template, place.bucket.region)) : '';
};

/**
 * Finds a stack of another dashboard at the same stage whose endpoints have the same paths: the dashboard was renamed.
 */
const findRenamed = async ({ address, tags, place, template }: FirstDeployment): Promise<string | undefined> => {
  const paths = pathsIn(template);
  if (paths === '' || !(await codeBucketExists(place.bucket))) return undefined;
  const others = (await listPlaces(place.bucket, accountIn(place))).filter(
    ({ prefix }) => prefix !== place.prefix && prefix.endsWith(`-${tags.stage}/`),
  );
  for (const other of others) {
    if ((await deployedPaths(other)) !== paths) continue;
    const name = other.prefix.split('/')[1] ?? '';
    const found = await findStack({ ...address, name });
    if (!found?.tags.dashboard || found.tags.stage !== tags.stage) continue;
    const old = found.tags.dashboard;
    return (
      `The stack ${name} of the dashboard ${old} has endpoints with the same paths. If ${tags.dashboard} is its new name, this ` +
      `deployment makes a second stack with URLs of its own: keep the name ${old}, or remove the old stack afterwards, with ` +
      `dashboard: ${old} in dashboard.yml. ${REMEDY}`
    );
  }
  return undefined;
};

/** Returns undefined if there is no other stack of the dashboard. */
export const findOtherStack = async (deployment: FirstDeployment): Promise<string | undefined> =>
  (await findElsewhere(deployment)) ?? (await findRenamed(deployment));
