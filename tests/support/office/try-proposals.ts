import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileEndpoint, formatEndpoints } from '../../../infra/begin/folder-files.ts';
import { checkDashboard } from '../../../infra/dashboard/check-dashboard.ts';
import { writeFiles } from '../../../infra/program/write-files.ts';
import { makeFolderBody } from '../folders/make-body.ts';
import type { ExportedFile } from './exported-figures.ts';
import { EXPORTED_FILES } from './exported-files.ts';

interface ProposalResult {
  readonly file: ExportedFile;
  readonly problem?: string;
}

/** The values of these keys are neither names nor figures of the file. */
const FIXED_KEYS: ReadonlySet<string> = new Set(['type', 'code', 'msg', 'textAlign', 'thwidth']);

const leavesOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, entry]) => (FIXED_KEYS.has(key) ? [] : leavesOf(entry)))
    : [value];

const TIMEZONE = 'UTC';
const DAY_MINUTES = 1440;

const findProblem = async ({ name, content, component, shows, title, note = '' }: ExportedFile, folder: string) => {
  await writeFiles(folder, { [`data/${name}`]: content });
  const proposed = await createFileEndpoint(join(folder, 'data', name), TIMEZONE, new Set());
  if ('problem' in proposed) return proposed.problem;
  const { definition, comment = '' } = proposed;
  if (definition.component !== component) return `proposes ${definition.component}, not ${component}`;
  if (definition.title !== title) return `has the title ${definition.title}, not ${title}`;
  if (!comment.includes(note)) return `has no comment with ${note}: ${comment}`;
  const dashboard = `dashboard: wall\ntimezone: ${TIMEZONE}\nendpoints:\n${formatEndpoints([proposed])}\n`;
  await writeFiles(folder, { 'dashboard.yml': dashboard });
  const { errors, warnings } = await checkDashboard(folder);
  const [diagnostic] = [...errors, ...warnings];
  if (diagnostic) return `check: ${diagnostic.message}`;
  const request = { currentTime: Date.now(), timePeriod: DAY_MINUTES };
  const found = leavesOf(await makeFolderBody({ folder, timezone: TIMEZONE, request }));
  return JSON.stringify(found) === JSON.stringify(shows)
    ? undefined
    : `shows ${JSON.stringify(found)}, not ${JSON.stringify(shows)}`;
};

/** Checks the first proposal of `init --from` for each file, and compares its response with the expected one. */
export const tryProposals = async (files = EXPORTED_FILES): Promise<readonly ProposalResult[]> => {
  const results: ProposalResult[] = [];
  for (const file of files) {
    const folder = await mkdtemp(join(tmpdir(), 'wallfeed-'));
    try {
      const problem = await findProblem(file, folder);
      results.push({ file, ...(problem !== undefined && { problem }) });
    } catch (error) {
      results.push({ file, problem: (error as Error).message });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return results;
};
