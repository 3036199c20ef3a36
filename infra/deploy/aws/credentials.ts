import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';

/** The first source first. */
const reasons: string[] = [];

/** Reasons of sources that were not asked, because nothing is set for them. */
const NOT_ASKED =
  /^(Not found in |AWS_PROFILE is set|Skipping SSO|Unable to find environment|Web identity configuration not|EC2 Instance Metadata Service access disabled|Could not load credentials from any|Profile .* (did not contain|could not be found in shared))/;

/** Collects the reasons that the SDK logs for each source of credentials, because its error has only the last one. */
export const credentialsLogger = {
  trace: (): void => {},
  debug: (line: unknown): void => {
    const [, reason] = /^@smithy\/property-provider (?:->|\(!\)) (.*)$/s.exec(String(line)) ?? [];
    if (reason !== undefined && !NOT_ASKED.test(reason) && !reasons.includes(reason)) reasons.push(reason);
  },
  info: (): void => {},
  warn: console.warn,
  error: (): void => {},
};

export const forgetReasons = (): void => void reasons.splice(0);

interface ProfileFile {
  readonly name: string;
  readonly profiles: readonly string[];
}

const readProfiles = (path: string, name: string): ProfileFile => {
  try {
    const text = readFileSync(path, 'utf8');
    const headings = Array.from(text.matchAll(/^\s*\[\s*(?:profile\s+)?(?:"([^"]*)"|([^\]\s]+))\s*\]/gm));
    return { name, profiles: headings.map(([, inQuotes, plain]) => inQuotes ?? plain ?? '') };
  } catch {
    return { name, profiles: [] };
  }
};

const profileFiles = (): readonly ProfileFile[] => {
  const { HOME, USERPROFILE, AWS_CONFIG_FILE, AWS_SHARED_CREDENTIALS_FILE } = process.env;
  const folder = join(HOME || USERPROFILE || homedir(), '.aws');
  return [
    readProfiles(AWS_CONFIG_FILE ?? join(folder, 'config'), AWS_CONFIG_FILE ?? '~/.aws/config'),
    readProfiles(
      AWS_SHARED_CREDENTIALS_FILE ?? join(folder, 'credentials'),
      AWS_SHARED_CREDENTIALS_FILE ?? '~/.aws/credentials',
    ),
  ];
};

const missingProfile = (profile: string, files: readonly ProfileFile[]): string => {
  const known = [...new Set(files.flatMap(({ profiles }) => profiles))];
  const [near] = nearestNames(profile, known, 1);
  const hint = near === undefined ? '' : ` (did you mean ${near}?)`;
  const [config, credentials] = files.map(({ name }) => name);
  return (
    `AWS_PROFILE names the profile ${profile}${hint}, which is in neither ${config} nor ${credentials}. Correct ` +
    `AWS_PROFILE, or make the profile: aws configure sso --profile ${profile}`
  );
};

const REMEDIES: readonly (readonly [RegExp, (profile: string) => string])[] = [
  [
    /multi-factor/,
    (profile) =>
      `Get a session with the code: aws configure export-credentials --profile ${profile} --format env. Set what it prints, and unset AWS_PROFILE`,
  ],
  [/aws login|reauthenticate|load token from|login session/i, (profile) => `Sign in: aws login --profile ${profile}`],
  [/\bsso\b|session token/i, (profile) => `Sign in: aws sso login --profile ${profile}`],
  [
    /^Command failed|credential_process/,
    (profile) =>
      `Run the credential_process of the profile ${profile} yourself, and correct it: it must end with exit code 0`,
  ],
];

const SAYS_NOTHING = /^Could not resolve credentials using profile: \[(.*)\]/;

const explainReason = (profile: string, reason: string): readonly [string, string] => {
  const [, source] = SAYS_NOTHING.exec(reason) ?? [];
  if (source === profile) {
    return ['it has no keys, no role and no sign-in', `Complete it: aws configure sso --profile ${profile}`];
  }
  if (source !== undefined) {
    return [
      `its source_profile ${source} is missing or has no credentials`,
      `Correct source_profile, or make ${source}`,
    ];
  }
  const text = reason
    .replace(/\s+/g, ' ')
    .replace(/ ?To refresh this SSO session.*$/, '')
    .replace(/[.\s]+$/, '');
  const [, remedy] = REMEDIES.find(([pattern]) => pattern.test(reason)) ?? [];
  return [text, remedy?.(profile) ?? 'Correct the profile, and repeat the command'];
};

/** Says which profile of which file, and what to do. */
export const explainCredentials = (last: string): string => {
  const { AWS_PROFILE, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  const profile = AWS_PROFILE || 'default';
  const files = profileFiles();
  const holders = files.filter(({ profiles }) => profiles.includes(profile)).map(({ name }) => name);
  const own = reasons[0] ?? (NOT_ASKED.test(last) ? undefined : last);
  if (AWS_PROFILE && holders.length === 0) return missingProfile(profile, files);
  if (!AWS_PROFILE && Boolean(AWS_ACCESS_KEY_ID) !== Boolean(AWS_SECRET_ACCESS_KEY)) {
    const [set, missing] = AWS_ACCESS_KEY_ID
      ? ['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY']
      : ['SECRET_ACCESS_KEY', 'ACCESS_KEY_ID'];
    return `AWS_${set} is set without AWS_${missing}: set both, or set AWS_PROFILE`;
  }
  if (own === undefined || (!AWS_PROFILE && SAYS_NOTHING.exec(own)?.[1] === 'default')) {
    return 'There are no AWS credentials in the environment: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  }
  if (holders.length === 0) return `AWS gives no credentials: ${own.replace(/\s+/g, ' ').trim()}`;
  const [reason, remedy] = explainReason(profile, own);
  return `The profile ${profile} of ${holders.join(' and ')} gives no credentials: ${reason}. ${remedy}`;
};

export const explainExpiry = (): string => {
  const { AWS_PROFILE } = process.env;
  return AWS_PROFILE
    ? `The AWS credentials have expired: sign in again, such as with aws sso login --profile ${AWS_PROFILE}, and repeat the command`
    : 'The AWS credentials have expired: sign in again, such as with aws sso login, and repeat the command';
};
