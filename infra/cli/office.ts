import { tryOfficeFiles } from '../../tests/support/office/try-office-files.ts';
import { tryProposals } from '../../tests/support/office/try-proposals.ts';
import { defineCommand } from '../command-line/define-command.ts';
import { fail } from '../terminal/fail.ts';
import { formatTable } from '../terminal/format-table.ts';
import { print } from '../terminal/print.ts';

type Results = readonly {
  readonly file: { readonly kind: string; readonly name: string };
  readonly problem?: string;
}[];

const printTable = (title: string, results: Results, shown: (index: number) => string): void => {
  const rows = results.map(({ file: { kind, name }, problem }, index) => [kind, name, problem ?? shown(index)]);
  print(`${formatTable([['kind', 'file', title], ...rows])}\n`);
};

const countRight = (results: Results): number => results.filter(({ problem }) => problem === undefined).length;

export const command = defineCommand({
  options: {},
  run: async () => {
    const files = await tryOfficeFiles();
    printTable('figures', files, (index) => files[index]?.file.figures.join(' ') ?? '');
    const proposals = await tryProposals();
    printTable('first proposal', proposals, (index) => proposals[index]?.file.component ?? '');
    const sentence =
      `${countRight(files)} of ${files.length} files are usable unchanged, with the right figures; ` +
      `${countRight(proposals)} of ${proposals.length} first proposals of init --from show the right figures, without a warning of check`;
    const all = [...files, ...proposals];
    if (countRight(all) < all.length) return fail(sentence);
    print(sentence);
    return undefined;
  },
});
