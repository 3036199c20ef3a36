// Preloaded before the Lambda runtime. Replaces the runtime's native client by a client in JavaScript, so that nothing has
// to be compiled. Plain CommonJS, because stripping types would count as cold start.
const http = require('node:http');
const Module = require('node:module');

const [hostname, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

const send = (method, path, body, headers = {}) =>
  new Promise((resolve, reject) => {
    const options = { hostname, port, agent, method, path: `/2018-06-01/runtime/invocation/${path}`, headers };
    const request = http.request(options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ bodyJson: Buffer.concat(chunks).toString(), headers: response.headers }));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });

const post = (path, body, headers) => {
  const sent = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
  // The native client returns no promise here, so nothing waits for this request. The next request uses the same socket and
  // is sent after this one.
  void send('POST', path, body, sent);
};

const client = {
  next: () => send('GET', 'next'),
  done: (id, body) => post(`${id}/response`, body),
  error: (id, body, cause) => post(`${id}/error`, body, { 'lambda-runtime-function-xray-error-cause': cause }),
};

const load = Module._load;
Module._load = function (request, ...rest) {
  if (request !== './rapid-client.node') return load.call(this, request, ...rest);
  Module._load = load;
  return client;
};
