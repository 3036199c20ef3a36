import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isPackaged, projectRoot } from '../build/project-root.ts';
import { invocationDir } from '../dashboard/dashboard-folder.ts';
import { deployerPolicyText } from '../deploy/policy/deployer-policy.ts';
import { githubRoleText } from '../deploy/policy/github-role.ts';
import { defineCommand } from './define-command.ts';
import { readOutFolder } from './out-option.ts';

/** The default output folder; in the repository, the folder of the code that generates the files. */
const DEFAULT_FOLDER = isPackaged ? invocationDir : join(projectRoot, 'infra', 'deploy');

export const command = defineCommand({
  options: {
    out: {
      value: 'folder',
      meaning: `the output folder; ${isPackaged ? 'the current folder' : 'infra/deploy'} by default`,
    },
  },
  run: async ({ out }) => {
    const folder = out === undefined ? DEFAULT_FOLDER : await readOutFolder(out);
    if (typeof folder !== 'string') return folder;
    const files = { 'deployer-policy.json': deployerPolicyText(), 'github/deployer-role.json': githubRoleText() };
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      console.log(`wrote ${relative(invocationDir, file)}`);
    }
    return undefined;
  },
});
