/** The functions' database role. infra/stack/resources/database.yml creates its password. */
export const READER = 'wallfeed_reader';

/** A setting that passes the password verifier to `create role`, which accepts no parameters. */
const SETTING = 'wallfeed.verifier';

const SYSTEM = `nspname ~ '^pg_' or nspname = 'information_schema'`;

const CREATE_ROLE = `do $$
begin
  if not exists (select from pg_roles where rolname = '${READER}') then
    create role ${READER};
  end if;
  execute format('alter role ${READER} login password %L', current_setting('${SETTING}'));
end $$`;

/** Statement that grants access to existing schemas and tables that the current user owns. */
const GRANT_EXISTING = `do $$
declare
  name text;
begin
  for name in
    select format('%I', nspname) from pg_namespace
    where not (${SYSTEM}) and pg_has_role(nspowner, 'usage')
  loop
    execute 'grant usage on schema ' || name || ' to ${READER}';
  end loop;
  for name in
    select format('%I.%I', nspname, relname)
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'f') and not (${SYSTEM}) and pg_has_role(relowner, 'usage')
  loop
    execute 'grant select on ' || name || ' to ${READER}';
  end loop;
end $$`;

/** A statement of the Data API, with its parameters. */
type Statement = readonly [sql: string, parameters?: Readonly<Record<string, string>>];

/** Settings of the functions' database role. */
export interface ReaderSettings {
  /** SCRAM verifier of the role's password. */
  readonly verifier: string;
  /** The functions' source timeout in milliseconds. */
  readonly deadline: number;
}

/** Returns the statement timeout of the role. Functions stop waiting for a statement after this time. */
const timeoutOf = ({ deadline }: ReaderSettings): string => `${Math.round(deadline)}ms`;

/**
 * Returns idempotent statements that create the functions' database role. The role may only read tables that the
 * executing role owns, existing and future ones. Its queries time out with the function; the Data API would let them
 * run for 45 s.
 */
export const readerStatements = (settings: ReaderSettings): readonly Statement[] => [
  [`select set_config('${SETTING}', :verifier, true)`, { verifier: settings.verifier }],
  [CREATE_ROLE],
  [`alter role ${READER} set default_transaction_read_only = on`],
  [`alter role ${READER} set statement_timeout = '${timeoutOf(settings)}'`],
  [GRANT_EXISTING],
  [`alter default privileges grant usage on schemas to ${READER}`],
  [`alter default privileges grant select on tables to ${READER}`],
];
