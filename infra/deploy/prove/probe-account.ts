import { callOperation, explained } from '../aws/call-service.ts';
import type { CodePlace } from '../deployments.ts';
import { storeOnce } from '../deployments.ts';
import { LAKE_COLUMNS, LAKE_FILES, PROBE } from './probe-folder.ts';

/** Returns where the files of the lake are: beside the packages of the stack, which `remove` deletes. */
export const lakeOf = ({ bucket, prefix }: CodePlace): string => `s3://${bucket.name}/${prefix}lake/`;

type Allowed = 'AlreadyExistsException' | 'EntityNotFoundException' | 'ParameterNotFound';

const nameOf = (error: unknown): string => (error as Error).name;

const ignoring = async (name: Allowed, call: Promise<unknown>): Promise<void> => {
  await call.catch((error: unknown) => {
    if (nameOf(error) !== name) throw error;
  });
};

const table = (location: string) => ({
  Name: 'visits',
  TableType: 'EXTERNAL_TABLE',
  StorageDescriptor: {
    Columns: LAKE_COLUMNS,
    Location: location,
    InputFormat: 'org.apache.hadoop.mapred.TextInputFormat',
    OutputFormat: 'org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat',
    SerdeInfo: {
      SerializationLibrary: 'org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe',
      Parameters: { 'field.delim': ',' },
    },
  },
});

/** Makes what the probe dashboard needs besides its stack: the parameter of its token, and a table over three files. */
export const makeProbe = (place: CodePlace, secret: string): Promise<void> =>
  explained('making the token and the table of the probe', async () => {
    const { region } = place.bucket;
    const parameter = { Name: PROBE.token, Value: secret, Type: 'SecureString', Overwrite: true };
    await callOperation('ssm', region, 'PutParameter', parameter);
    for (const [name, text] of Object.entries(LAKE_FILES))
      await storeOnce(place, [], `${place.prefix}lake/${name}`, async () => text);
    const { database } = PROBE;
    const own = { DatabaseInput: { Name: database } };
    await ignoring('AlreadyExistsException', callOperation('glue', region, 'CreateDatabase', own));
    const input = { DatabaseName: database, TableInput: table(lakeOf(place)) };
    await ignoring('AlreadyExistsException', callOperation('glue', region, 'CreateTable', input));
  });

/** Does nothing if parameter and table are gone. */
export const removeProbe = (region: string): Promise<void> =>
  explained('removing the token and the table of the probe', async () => {
    const { database, token } = PROBE;
    await ignoring('ParameterNotFound', callOperation('ssm', region, 'DeleteParameter', { Name: token }));
    await ignoring('EntityNotFoundException', callOperation('glue', region, 'DeleteDatabase', { Name: database }));
  });

const exists = (missing: Allowed, call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: unknown) => {
      if (nameOf(error) === missing) return false;
      throw error;
    },
  );

export const findProbe = (region: string): Promise<readonly string[]> =>
  explained('looking for the token and the table of the probe', async () => {
    const { database, token } = PROBE;
    const [hasToken, hasTable] = [
      await exists('ParameterNotFound', callOperation('ssm', region, 'GetParameter', { Name: token })),
      await exists('EntityNotFoundException', callOperation('glue', region, 'GetDatabase', { Name: database })),
    ];
    return [...(hasToken ? [`the parameter ${token}`] : []), ...(hasTable ? [`the database ${database} of Glue`] : [])];
  });
