import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import type { Path } from '../folder/read-yaml.ts';

/** Returns undefined if the ARN has no account, as that of a policy of AWS. */
const accountOfArn = (arn: string): string | undefined => /^arn:[^:]*:[^:]*:[^:]*:(\d{12}):/.exec(arn)?.[1];

/** The keys whose resources AWS takes only from the account of the stack. */
const OWN_KEYS: readonly (readonly [string, string])[] = [
  ['database', 'cluster'],
  ['database', 'secret'],
  ['domain', 'certificate'],
  ['roles', 'boundary'],
  ['roles', 'function'],
  ['roles', 'deploy'],
];

interface OwnResource {
  readonly path: Path;
  /** Such as `database.cluster`. */
  readonly key: string;
  readonly account: string;
}

const ownResources = (file: Fields): readonly OwnResource[] =>
  OWN_KEYS.flatMap(([top, name]): readonly OwnResource[] => {
    const arn = asFields(file[top])[name];
    const account = typeof arn === 'string' ? accountOfArn(arn) : undefined;
    return account === undefined ? [] : [{ path: [top, name], key: `${top}.${name}`, account }];
  });

/** True if a resource is needed in a stage: the domain may be that of one stage alone. */
const isIn = ({ domain }: Fields, stage: string, { path }: OwnResource): boolean => {
  const { stage: only } = asFields(domain);
  return path[0] !== 'domain' || only === undefined || only === stage;
};

/** By their keys in dashboard.yml, such as `database.cluster`. */
export type OwnAccounts = Readonly<Record<string, string>>;

export const ownAccounts = (file: Fields, stage: string): OwnAccounts =>
  Object.fromEntries(
    ownResources(file)
      .filter((resource) => isIn(file, stage, resource))
      .map(({ key, account }) => [key, account]),
  );

/** Finds resources that belong to none of the accounts of `account`. */
export const checkAccounts = (account: unknown, file: Fields): readonly DefinitionProblem[] => {
  const accounts = typeof account === 'string' ? { '': account } : asFields(account);
  return ownResources(file)
    .filter(
      (own) =>
        !Object.entries(accounts).some(
          ([stage, one]) => one === own.account && (stage === '' || isIn(file, stage, own)),
        ),
    )
    .map(({ key, account: other }) => ({
      path: ['account'],
      message: `\`${key}\` is in the account ${other}, which \`account\` does not name: AWS takes only one of the stack's own account`,
      hint: `correct \`account\`, or the ARN in \`${key}\``,
    }));
};

/** Notes that a resource decides the account, if the file does not say which it is. */
export const noteAccount = (top: string, file: Fields): readonly DefinitionProblem[] => {
  const [own] = file.account === undefined ? ownResources(file).filter(({ path }) => path[0] === top) : [];
  if (own === undefined) return [];
  const { path, key, account } = own;
  const message = `\`${key}\` is in the account ${account}, so that only a stack of that account can use it`;
  return [
    { path, severity: 'note', message, hint: `write account: '${account}', and every command refuses another one` },
  ];
};
