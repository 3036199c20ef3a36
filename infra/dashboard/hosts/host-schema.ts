type Key = Readonly<Record<string, unknown>>;

const SECRET_PATTERN = '^ssm:(/[A-Za-z0-9_.-]+)+$';

const secret = (description = 'the place of the secret, ssm:/path; never the secret itself'): Key => ({
  description,
  examples: ['ssm:/shop/tickets-key'],
  type: 'string',
  pattern: SECRET_PATTERN,
});

const secretMap = (description: string, example: Readonly<Record<string, string>>): Key => ({
  description,
  examples: [example],
  type: 'object',
  minProperties: 1,
  additionalProperties: secret(),
});

const PATH = 'a path below `url`, such as /search';

const AUTH: Key = {
  title: 'How calls show that they may read',
  description:
    'a map of one of `bearer`, `basic`, `header`, `query` and `sigv4`, such as `{ bearer: ssm:/shop/tickets-key }`',
  examples: [{ bearer: 'ssm:/shop/tickets-key' }],
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    bearer: secret(),
    basic: {
      description: 'a map of `user` and `password`',
      examples: [{ user: 'wall', password: 'ssm:/shop/password' }],
      type: 'object',
      required: ['user', 'password'],
      additionalProperties: false,
      properties: {
        user: {
          description: 'the name of the user, or the place of a secret',
          examples: ['wall'],
          type: 'string',
          minLength: 1,
        },
        password: secret(),
      },
    },
    header: secretMap('a map from names of headers to places of secrets', { 'X-Api-Key': 'ssm:/shop/key' }),
    query: secretMap('a map from names of the query to places of secrets', { key: 'ssm:/shop/key' }),
    sigv4: { description: '`aps`, for Amazon Managed Prometheus', examples: ['aps'], type: 'string', enum: ['aps'] },
  },
};

const LOGIN: Key = {
  title: 'A first call whose answer has a bearer token',
  description: 'a map of `path`, `form` or `body`, `token` and, if you like, `expires`',
  examples: [
    {
      path: '/oauth/token',
      form: { client_id: 'wall', client_secret: 'ssm:/shop/secret' },
      token: 'access_token',
      expires: 'expires_in',
    },
  ],
  type: 'object',
  required: ['path', 'token'],
  additionalProperties: false,
  properties: {
    path: { description: PATH, examples: ['/oauth/token'], type: 'string', minLength: 1 },
    form: {
      description: 'a map of the fields of a form',
      examples: [{ client_id: 'wall' }],
      type: 'object',
      minProperties: 1,
    },
    body: { description: 'a map that is sent as JSON', examples: [{ user: 'wall' }], type: 'object', minProperties: 1 },
    token: {
      description: 'the path of the token in the answer, such as access_token or data.token',
      examples: ['access_token'],
      type: 'string',
      minLength: 1,
    },
    expires: {
      description: 'the path of the seconds for which the token is valid; an hour without it',
      examples: ['expires_in'],
      type: 'string',
      minLength: 1,
    },
  },
};

export const HOST: Key = {
  description:
    'a map of `url` and, if you like, `auth`, `login`, `rate`, `timeout`, `plain`, `private` and `authority`',
  type: 'object',
  required: ['url'],
  additionalProperties: false,
  properties: {
    url: {
      description: 'an address that begins all calls, such as https://tickets.example.com/api/v2',
      examples: ['https://tickets.example.com/api/v2'],
      type: 'string',
      minLength: 1,
    },
    auth: AUTH,
    login: LOGIN,
    rate: {
      description: 'the most calls of one environment, such as 2/s, 30/m or 500/h',
      examples: ['2/s'],
      type: 'string',
      pattern: '^[1-9][0-9]{0,5}/[smh]$',
    },
    timeout: { title: 'The time limit of one call', examples: ['10s'], $ref: '#/$defs/duration' },
    plain: { description: 'true for http without TLS', examples: [true], type: 'boolean' },
    private: { description: 'true for a host with a private address', examples: [true], type: 'boolean' },
    authority: secret("the place of the certificate of your company's authority, ssm:/path"),
  },
};
