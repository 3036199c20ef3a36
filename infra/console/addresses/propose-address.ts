import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { entryIn } from '../../begin/answers/propose-columns.ts';
import { proposeKeys } from '../../begin/answers/propose-dataset.ts';
import { writeEndpointLines } from '../../begin/suggestions/endpoint-lines.ts';
import { proposeKey } from '../../begin/suggestions/slug.ts';
import { createTrial, type LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { asFields, type Fields } from '../../dashboard/folder/fields.ts';
import { type HostOfAddress, hostOfAddress } from '../../dashboard/hosts/read-host.ts';
import { secretProblems } from '../../dashboard/hosts/secret-problems.ts';
import { readFromHost } from '../../lake/run-dataset.ts';
import type { AddRefusal } from '../files/add-entry.ts';
import type { AddressProposal } from '../protocol/protocol.ts';

const NO_ADDRESS = 'This is no address: paste one such as https://tickets.example.com/api/v2/search?state=open.';
const NO_HOST =
  'No host of `hosts` in dashboard.yml has this address. Add the host first: `hosts: { tickets: { url: https://tickets.example.com/api/v2 } }`.';

const MAX_SHOWN_ROWS = 5;

type Host = HostOfAddress['host'];

/** Returns the query without the keys that the host adds itself. */
const queryOf = ({ searchParams }: URL, { auth }: Host): Readonly<Record<string, string | readonly string[]>> => {
  const names = [...new Set(searchParams.keys())].filter((name) => !Object.hasOwn(auth?.query ?? {}, name));
  return Object.fromEntries(
    names.map((name) => {
      const [first = '', ...others] = searchParams.getAll(name);
      return [name, others.length > 0 ? [first, ...others] : first];
    }),
  );
};

/** Returns undefined if the query neither has a secret nor names one. */
const secretIn = (query: Fields, { name }: Host): string | undefined => {
  const named = Object.keys(query).find((key) => [query[key]].flat().some((text) => /^ssm:/.test(String(text))));
  const key = named ?? secretProblems(query, [])[0]?.path[0];
  const lines = `auth: { query: { ${key}: ssm:/path } }`;
  return key === undefined
    ? undefined
    : `${key} looks like a secret. Write it at the host ${name} as \`${lines}\`, and paste the address again.`;
};

const requestOf = (address: URL, { host, path: encoded }: HostOfAddress): Fields => {
  const path = decodeURI(encoded);
  const query = queryOf(address, host);
  return {
    host: host.name,
    ...(path !== '' && path !== '/' && { path }),
    ...(Object.keys(query).length > 0 && { query }),
  };
};

/** The lines of a dataset, and the answer that they were made for. */
type ProposedAddress = Omit<AddressProposal, 'id' | 'diff'> & { readonly lines: string };

const propose = async (
  name: string,
  http: Fields,
  dashboard: LoadedDashboard,
): Promise<ProposedAddress | AddRefusal> => {
  const { value } = dashboard.written;
  const load = await createTrial(dashboard.folder);
  const loaded = await load({ ...value, datasets: { ...asFields(value.datasets), [name]: { http } } });
  const config = loaded.datasets[name]?.config;
  if (!config) {
    const { message = '', hint = '' } = loaded.errors.find(({ hint: one }) => one !== undefined) ?? {};
    return { refusal: `${message} (${hint}).` };
  }
  const result = await readFromHost(config, dashboard);
  const { answers = { pages: 0, bytes: 0 } } = result;
  const { keys, columns } = proposeKeys(config.source, result, answers, dashboard.timezone);
  return {
    lines: writeEndpointLines(name, { http: { ...http, ...keys } }),
    header: columns.map((one) => one.name),
    rows: result.rows
      .slice(0, MAX_SHOWN_ROWS)
      .map((row) => columns.map((one) => String(entryIn(row[one.index] ?? '', one) ?? ''))),
    rowCount: result.rows.length,
    pages: answers.pages,
    bytes: answers.bytes,
  };
};

/** Calls no host but those in dashboard.yml. */
export const proposeAddress = async (
  dashboard: LoadedDashboard,
  pasted: string,
): Promise<ProposedAddress | AddRefusal> => {
  if (!URL.canParse(pasted.trim())) return { refusal: NO_ADDRESS };
  const address = new URL(pasted.trim());
  const found = hostOfAddress(address, dashboard.written.value.hosts);
  if (!found) return { refusal: NO_HOST };
  const { host } = found;
  const http = requestOf(address, found);
  const secret = secretIn(asFields(http.query), host);
  if (secret !== undefined) return { refusal: secret };
  const taken = new Set(Object.keys(asFields(dashboard.written.value.datasets)));
  const [last = host.name] = String(http.path ?? '')
    .split('/')
    .filter(Boolean)
    .toReversed();
  try {
    return await propose(proposeKey(last, taken), http, dashboard);
  } catch (error) {
    if (!(error instanceof WallfeedError)) throw error;
    const { message, details } = error;
    const { hint = '' } = details[0] ?? {};
    return { refusal: hint === '' ? message : `${message.replace(/\.$/, '')} (${hint}).` };
  }
};
