import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writeFolder } from '../folders/write-folder.ts';
import { freePort } from './free-port.ts';

const PROGRAM = '/usr/sbin/nginx';

/** Debian's package is called nginx. */
export const hasNginx = existsSync(PROGRAM);

const fileOf = (name: string): string => fileURLToPath(new URL(`./certificates/${name}`, import.meta.url));

/** The certificate of a company's own authority, which has signed the certificates of the servers. */
export const AUTHORITY = readFileSync(fileOf('authority.pem'), 'utf8');

/** `server` is for 127.0.0.1, `other` for another name, and `expired` was for 127.0.0.1. */
export type Certificate = 'server' | 'other' | 'expired';

/** nginx with TLS on a port of 127.0.0.1, which stays the same. */
export interface Nginx {
  readonly url: string;
  /** Starts the server with a certificate, and stops the one before. */
  readonly serve: (certificate: Certificate, locations: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const configOf = (port: number, certificate: Certificate, locations: string): string => `
daemon off; master_process off; pid nginx.pid; error_log stderr crit;
events {}
http {
  access_log off; client_body_temp_path body; proxy_temp_path proxy;
  fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  default_type application/json;
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${fileOf(`${certificate}.pem`)};
    ssl_certificate_key ${fileOf('server.key')};
    ${locations}
  }
}
`;

const isListening = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  const [event] = await Promise.race([
    once(socket, 'connect').then(() => ['connect']),
    once(socket, 'error').then(() => ['error']),
  ]).catch(() => ['error']);
  socket.destroy();
  return event === 'connect';
};

/** Prepares nginx on a free port. */
export const createNginx = async (): Promise<Nginx> => {
  const port = await freePort();
  let stop = async (): Promise<void> => undefined;
  return {
    url: `https://127.0.0.1:${port}`,
    serve: async (certificate, locations) => {
      await stop();
      const folder = await writeFolder({ 'nginx.conf': configOf(port, certificate, locations) });
      const child = spawn(PROGRAM, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], { stdio: 'inherit' });
      const exit = once(child, 'exit');
      stop = async () => {
        child.kill();
        await exit;
      };
      while (!(await isListening(port))) {
        if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
        await sleep(20);
      }
    },
    stop: () => stop(),
  };
};
