import type { ObjectLocation } from '../../../shared/config/sources.ts';
import { isPlainBucket } from '../../../shared/sources/s3/bucket-name.ts';
import { say } from '../../../shared/tabular/say.ts';
import { commandLine } from '../../program/command-line.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import type { Problem } from '../folder/diagnostic.ts';
import { findFile } from '../folder/find-file.ts';
import { describeValue } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';

/** Matches characters that IAM policies cannot contain (all outside Latin-1), or that have a meaning in them. */
const UNWRITABLE = /[^\x20-\xff]|[*?$]/gu;

/** Replaces each character that a policy cannot contain by `?`, which matches any one character. */
export const policyKey = (key: string): string => key.replace(UNWRITABLE, '?');

/** Notes that a bucket's name costs a part of each first response. */
export const bucketNotes = (bucket: string, path: Path): readonly DefinitionProblem[] => {
  if (isPlainBucket(bucket)) return [];
  const message = say`functions read the bucket ${bucket} with AWS's own client, which takes some 40 ms more of INIT`;
  return [{ path, severity: 'note', message, hint: 'a name without dots, -- and -s3alias costs nothing' }];
};

const BUCKET_OBJECT = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/;

export interface Located {
  readonly problems: readonly DefinitionProblem[];
  readonly location?: ObjectLocation;
  /** Absolute path. Present if the object is a file of data/. */
  readonly file?: string;
}

const wildcardProblems = ({ bucket, key }: Required<ObjectLocation>, path: Path): readonly DefinitionProblem[] => {
  const granted = policyKey(key);
  if (granted === key) return [];
  const message = say`IAM cannot write this key, so the function may read every object of ${bucket} that fits ${granted}`;
  const hint =
    'in an IAM policy, ? stands for any one character: rename the object to Latin letters without *, ? and $';
  return [{ path, severity: 'warning', message, hint }];
};

const WEB_ADDRESS = /^https?:\/\//i;

const webProblem = (name: string): Problem => ({
  message: say`${describeValue(name)} is a web address, and not a file of data/`,
  hint: 'put the file into data/, or write s3://bucket/key',
});

const WORKBOOK = /\.xls[xm]?$/i;

/** Reports a workbook. Its endpoint is served with an error response. */
const workbookProblem = (name: string, path: Path): DefinitionProblem => ({
  path,
  message: say`${describeValue(name)} is a workbook, and neither CSV nor JSON`,
  hint: `make CSV files of its sheets: ${commandLine('import', name)}`,
  about: 'data',
});

/** Reports a file of data/lake/, which holds the tables of the emulated lake: functions cannot read it. */
export const lakeProblems = (name: string, path: Path): readonly DefinitionProblem[] => {
  if (!name.startsWith('lake/')) return [];
  const message = 'data/lake/ holds tables for Athena, and its files are not uploaded';
  return [{ path, message, hint: 'query the table with `athena`, or move the file to another folder of data/' }];
};

/** Finds the object that dashboard.yml names as `traffic.csv`, a file of data/, or as `s3://bucket/key`. */
export const locateObject = async (
  name: string,
  path: Path,
  { folder, dashboard }: { readonly folder: string; readonly dashboard: string },
): Promise<Located> => {
  if (/^s3:/i.test(name)) {
    const [, bucket = '', key = ''] = BUCKET_OBJECT.exec(name) ?? [];
    if (key.endsWith('/'))
      return {
        problems: [
          {
            path,
            message: say`${describeValue(name)} is a folder, and no object`,
            hint: `name one object: ${name}part-0.csv`,
          },
        ],
      };
    if (key !== '') {
      const problems = [...wildcardProblems({ bucket, key }, path), ...bucketNotes(bucket, path)];
      return { problems, location: { bucket, key } };
    }
    return {
      problems: [
        { path, message: say`${describeValue(name)} does not name an object in S3`, hint: 'write s3://bucket/key' },
      ],
    };
  }
  const found = await findFile(folder, 'data', name);
  const keyOf = (file: string): ObjectLocation => ({ key: `${dashboard}/${file}` });
  if ('file' in found && WORKBOOK.test(name))
    return { problems: [workbookProblem(name, path)], location: keyOf(found.name) };
  if ('file' in found) {
    const problems = lakeProblems(found.name, path);
    return problems.length > 0 ? { problems } : { problems, location: keyOf(found.name), file: found.file };
  }
  const { absent, message, hint } = found;
  if (absent === undefined) return { problems: [{ path, message, hint }] };
  const reason = WEB_ADDRESS.test(name) ? webProblem(name) : { message, hint };
  return { problems: [{ path, ...reason, about: 'data' }], location: keyOf(absent) };
};
