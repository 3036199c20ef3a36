import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../../../infra/program/write-files.ts';
import { makeFolderBody, oneEndpoint } from '../folders/make-body.ts';
import { OFFICE_FILES, type OfficeFile } from './office-files.ts';

/** Returns the figures and names of a response, in their order. */
const figuresOf = (body: unknown): readonly unknown[] => {
  const { data, value } = Object(body);
  return Array.isArray(data) ? data.flatMap(({ name, value: figure }) => [name, figure]) : [value];
};

/** No file has a window, so any request gets the same response. */
const REQUEST = { currentTime: Date.UTC(2026, 10, 21), timePeriod: 60 };

/** The result of one file: undefined if the response has the right figures, or else what is wrong. */
interface OfficeResult {
  readonly file: OfficeFile;
  readonly problem?: string;
}

const tryFile = async (file: OfficeFile): Promise<OfficeResult> => {
  const { component, source, name, content, figures } = file;
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  try {
    const definition = oneEndpoint(`{ component: ${component}, ${source} }`, 'UTC');
    await writeFiles(folder, { 'dashboard.yml': definition, [`data/${name}`]: content });
    const body = await makeFolderBody({ folder, timezone: 'UTC', request: REQUEST });
    const found = figuresOf(body);
    const isRight = JSON.stringify(found) === JSON.stringify(figures);
    return isRight ? { file } : { file, problem: `shows ${JSON.stringify(found)}, not ${JSON.stringify(figures)}` };
  } catch (error) {
    return { file, problem: (error as Error).message };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Creates the response of an endpoint over each unchanged file, and compares its figures with the known ones. */
export const tryOfficeFiles = async (files = OFFICE_FILES): Promise<readonly OfficeResult[]> => {
  const results: OfficeResult[] = [];
  for (const file of files) results.push(await tryFile(file));
  return results;
};
