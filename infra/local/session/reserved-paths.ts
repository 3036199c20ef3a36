import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';

/** Says which endpoint has a path that the local stack answers itself; undefined if none has. */
export const findReserved = ({ endpoints }: LoadedDashboard, reserved: readonly string[]): string | undefined => {
  for (const { slug, path } of endpoints) {
    const taken = reserved.find((own) => path === own || path.startsWith(`${own}/`));
    if (taken !== undefined)
      return `${slug} has the path ${path}, which --wall and --quiet need: give it another \`path\``;
  }
  return undefined;
};
