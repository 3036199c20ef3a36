/** The role of the database that functions have: infra/stack/resources/database.yml keeps its password. */
export const READER = 'wallfeed_reader';

/** Where a transaction has the verifier of the password: the role's statement takes no parameter. */
const SETTING = 'wallfeed.verifier';

const SYSTEM = `nspname ~ '^pg_' or nspname = 'information_schema'`;

const CREATE_ROLE = `do $$
begin
  if not exists (select from pg_roles where rolname = '${READER}') then
    create role ${READER};
  end if;
  execute format('alter role ${READER} login password %L', current_setting('${SETTING}'));
end $$`;

/** Of schemas and tables that are there already, as far as they are ours to grant. */
const GRANT_PRESENT = `do $$
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

/** How a function signs in to the database, and for how long it waits for one statement. */
export interface ReaderSettings {
  /** Checks the role's password. */
  readonly verifier: string;
  /** Milliseconds, as a function waits for a source. */
  readonly deadline: number;
}

/** Reaching the database takes part of the deadline, so a statement that runs longer than this has lost its function. */
const timeoutOf = ({ deadline }: ReaderSettings): string => `${Math.round(deadline)}ms`;

/**
 * Returns the statements that make the reader: it may read what the role that runs them owns, now and later, and nothing
 * else. A statement of the reader's ends with its function: the Data API alone would let it run for 45 s. Running them
 * again gives the same result.
 */
export const readerStatements = (settings: ReaderSettings): readonly Statement[] => [
  [`select set_config('${SETTING}', :verifier, true)`, { verifier: settings.verifier }],
  [CREATE_ROLE],
  [`alter role ${READER} set default_transaction_read_only = on`],
  [`alter role ${READER} set statement_timeout = '${timeoutOf(settings)}'`],
  [GRANT_PRESENT],
  [`alter default privileges grant usage on schemas to ${READER}`],
  [`alter default privileges grant select on tables to ${READER}`],
];
