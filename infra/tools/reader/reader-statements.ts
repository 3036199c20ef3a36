/** The role of the database that functions have: infra/resources/database.yml keeps its password. */
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

/**
 * Make the role that may read what the one who runs them makes, before and after, and nothing else; again and again with
 * the same result.
 */
export const readerStatements = (verifier: string): readonly Statement[] => [
  [`select set_config('${SETTING}', :verifier, true)`, { verifier }],
  [CREATE_ROLE],
  [`alter role ${READER} set default_transaction_read_only = on`],
  [GRANT_PRESENT],
  [`alter default privileges grant usage on schemas to ${READER}`],
  [`alter default privileges grant select on tables to ${READER}`],
];
