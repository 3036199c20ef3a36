import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../build/project-root.ts';
import { deployerPolicyText } from '../deploy/policy/deployer-policy.ts';
import { githubRoleText } from '../deploy/policy/github-role.ts';
import { runCommand } from './run-command.ts';

const COMMAND = {
  name: 'npm run policy',
  purpose: 'Writes what whoever deploys may do, infra/deploy/deployer-policy.json, and a role with it for GitHub.',
  options: {},
} as const;

await runCommand(COMMAND, async () => {
  const folder = join(projectRoot, 'infra', 'deploy');
  await writeFile(join(folder, 'deployer-policy.json'), deployerPolicyText());
  await writeFile(join(folder, 'github', 'deployer-role.json'), githubRoleText());
  return undefined;
});
