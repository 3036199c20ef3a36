import { defineCommand } from '../command-line/define-command.ts';
import { printOfficeFiles } from '../lab/office/try-office-files.ts';

export const command = defineCommand({
  options: {},
  run: async () => {
    await printOfficeFiles();
    return undefined;
  },
});
