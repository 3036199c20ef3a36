import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { writeFiles } from '../../build/write-files.ts';
import { checkDashboard } from '../../dashboard/check-dashboard.ts';
import { formatDiagnostic } from '../../dashboard/folder/diagnostic.ts';
import { FILE_NAME } from '../../dashboard/folder/read-dashboard-file.ts';

/** An endpoint that is not yet in dashboard.yml, and its file. */
interface NewEndpointFile {
  /** The name of the file below data/. */
  readonly file: string;
  readonly bytes: Uint8Array;
  /** The lines of the endpoint in dashboard.yml. */
  readonly lines: string;
  readonly timezone: string;
}

/**
 * Checks an endpoint in a folder of its own, as `check` would once the endpoint is in dashboard.yml. Returns its
 * warnings, of which those about the endpoint's lines have no place, because the lines are not written yet.
 */
export const warningsOfNewEndpoint = async ({
  file,
  bytes,
  lines,
  timezone,
}: NewEndpointFile): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  try {
    const definition = `dashboard: new\ntimezone: ${timezone}\nendpoints:\n${lines}\n`;
    await writeFiles(folder, { [FILE_NAME]: definition, [`data/${file}`]: bytes });
    const { warnings } = await checkDashboard(folder);
    return warnings.map((warning) => formatDiagnostic(warning, relative(folder, warning.file)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
