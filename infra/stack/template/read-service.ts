import { familyOfZip, type Refer, resolveIntrinsics, resourcesOf, type Template } from './template.ts';

export interface ServiceFunction {
  readonly logicalId: string;
  /** The name of the family. */
  readonly code: string;
  /** The key changes with the content of the zip. */
  readonly zip: string;
  readonly name: string;
  readonly handler: string;
  /** In MB. */
  readonly memory: number;
  /** In milliseconds. */
  readonly timeout: number;
  readonly environment: Readonly<Record<string, string>>;
}

export interface Route {
  /** `POST /pie/{endpoint}` or `$default`. */
  readonly key: string;
  /** Logical id of the function that serves the route. */
  readonly target: string;
}

export interface Cors {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly exposed: readonly string[];
  readonly credentials?: boolean;
  /** Seconds for which a browser may cache a preflight. */
  readonly maxAge?: number;
}

export interface ThrottleLimits {
  /** Requests a second, on average. */
  readonly rate: number;
  readonly burst: number;
}

export interface Service {
  readonly functions: readonly ServiceFunction[];
  readonly routes: readonly Route[];
  readonly cors?: Cors;
  readonly throttle?: ThrottleLimits;
}

interface FunctionProperties {
  readonly FunctionName: string;
  readonly Handler: string;
  readonly MemorySize: number;
  readonly Timeout: number;
  readonly Code: { readonly S3Key: string };
  readonly Environment?: { readonly Variables?: Readonly<Record<string, string>> };
}

const readFunctions = (template: Template, refer: Refer): readonly ServiceFunction[] =>
  resourcesOf(template, 'AWS::Lambda::Function').map(([logicalId, { Properties }]) => {
    const properties = resolveIntrinsics(Properties, refer) as FunctionProperties;
    return {
      logicalId,
      code: familyOfZip(properties.Code.S3Key),
      zip: properties.Code.S3Key,
      name: properties.FunctionName,
      handler: properties.Handler,
      memory: properties.MemorySize,
      timeout: properties.Timeout * 1000,
      environment: properties.Environment?.Variables ?? {},
    };
  });

/** Returns the logical id of a function that is referenced directly or by its alias. */
const readFunctionId = (template: Template, id: string): string => {
  const resource = template.Resources[id];
  if (resource?.Type !== 'AWS::Lambda::Alias') return id;
  return String(resolveIntrinsics(resource.Properties?.FunctionName, (logicalId) => logicalId));
};

/** Returns the logical id of the function behind `integrations/<integration>`. */
const readTarget = (template: Template, target: string): string => {
  const name = target.slice('integrations/'.length);
  const integration = template.Resources[name];
  if (!integration) throw new Error(`the template has no integration ${name}`);
  const uri = resolveIntrinsics(integration.Properties?.IntegrationUri, (logicalId) => logicalId);
  return readFunctionId(template, String(uri));
};

const readRoutes = (template: Template): readonly Route[] =>
  resourcesOf(template, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => {
    const target = resolveIntrinsics(Properties?.Target, (logicalId) => logicalId);
    return { key: String(Properties?.RouteKey), target: readTarget(template, String(target)) };
  });

const readCors = (template: Template): Cors | undefined => {
  const [, api] = resourcesOf(template, 'AWS::ApiGatewayV2::Api')[0] ?? [];
  const cors = api?.Properties?.CorsConfiguration as Record<string, readonly string[]> | undefined;
  if (cors === undefined) return undefined;
  return {
    origins: cors.AllowOrigins ?? [],
    methods: cors.AllowMethods ?? [],
    headers: cors.AllowHeaders ?? [],
    exposed: cors.ExposeHeaders ?? [],
    ...(cors.AllowCredentials ? { credentials: true } : {}),
    ...(cors.MaxAge === undefined ? {} : { maxAge: Number(cors.MaxAge) }),
  };
};

const readThrottle = (template: Template): ThrottleLimits | undefined => {
  const [, stage] = resourcesOf(template, 'AWS::ApiGatewayV2::Stage')[0] ?? [];
  const settings = stage?.Properties?.DefaultRouteSettings as Record<string, number> | undefined;
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = settings ?? {};
  return rate === undefined || burst === undefined ? undefined : { rate, burst };
};

/**
 * Reads functions, routes, CORS and throttling from a packaged template. A reference to a parameter becomes the
 * parameter's default. `resolve` resolves all other references.
 */
export const readService = (template: Template, resolve: Refer): Service => {
  const { Parameters = {} } = template;
  const refer: Refer = (name, attribute) => {
    const parameter = Parameters[name];
    return parameter ? (parameter.Default ?? '') : resolve(name, attribute);
  };
  const cors = readCors(template);
  const throttle = readThrottle(template);
  return {
    functions: readFunctions(template, refer),
    routes: readRoutes(template),
    ...(cors ? { cors } : {}),
    ...(throttle ? { throttle } : {}),
  };
};
