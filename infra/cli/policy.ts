import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../build/project-root.ts';
import { deployerPolicyText } from '../deploy/policy/deployer-policy.ts';
import { githubRoleText } from '../deploy/policy/github-role.ts';
import { defineCommand } from './define-command.ts';

export const command = defineCommand({
  options: {},
  run: async () => {
    const folder = join(projectRoot, 'infra', 'deploy');
    await writeFile(join(folder, 'deployer-policy.json'), deployerPolicyText());
    await writeFile(join(folder, 'github', 'deployer-role.json'), githubRoleText());
    return undefined;
  },
});
