import { join, relative } from 'node:path';
import { defineCommand } from '../command-line/define-command.ts';
import { readOutFolder } from '../command-line/target.ts';
import { invocationFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { PARTITIONS } from '../dashboard/head/region.ts';
import { deployerPolicyFiles } from '../deploy/policy/deployer-policy.ts';
import { githubRoleText } from '../deploy/policy/github-role.ts';
import { clonePath } from '../program/program-files.ts';
import { isPackaged } from '../program/project-root.ts';
import { writeFiles } from '../program/write-files.ts';
import { print } from '../terminal/print.ts';

/** The default output folder; in the repository, the folder of the code that generates the files. */
const DEFAULT_FOLDER = isPackaged ? invocationFolder() : clonePath('infra/deploy');

export const command = defineCommand({
  options: {
    out: {
      value: 'folder',
      meaning: `the output folder; ${isPackaged ? 'the current folder' : 'infra/deploy'} by default`,
    },
    partition: {
      value: 'name',
      meaning: `the partition of the policies: ${PARTITIONS.join(', ')}`,
      default: 'aws',
      choices: PARTITIONS,
    },
  },
  run: async ({ out, partition }) => {
    const folder = out === undefined ? DEFAULT_FOLDER : await readOutFolder(out);
    if (typeof folder !== 'string') return folder;
    const files = { ...deployerPolicyFiles(partition), 'github/deployer-role.json': githubRoleText() };
    const nameOf = (path: string): string => relative(invocationFolder(), join(folder, path));
    await writeFiles(folder, files, nameOf);
    for (const path of Object.keys(files)) print(`wrote ${nameOf(path)}`);
    return undefined;
  },
});
