import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../../../infra/program/write-files.ts';
import { makeFolderBody, oneEndpoint } from '../folders/make-body.ts';
import { OFFICE_FILES, type OfficeFile } from './office-files.ts';

const figuresOf = (body: unknown): readonly unknown[] => {
  const { data, value } = Object(body);
  return Array.isArray(data) ? data.flatMap(({ name, value: figure }) => [name, figure]) : [value];
};

/** No file has a window, so any request gets the same response. */
const REQUEST = { currentTime: Date.UTC(2026, 10, 21), timePeriod: 60 };

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

export const tryOfficeFiles = async (files = OFFICE_FILES): Promise<readonly OfficeResult[]> => {
  const results: OfficeResult[] = [];
  for (const file of files) results.push(await tryFile(file));
  return results;
};
