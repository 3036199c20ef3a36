import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeFolder } from '../folders/write-folder.ts';
import { freePort } from './free-port.ts';

const PROGRAM = '/usr/bin/prometheus';

/** Debian's package is called prometheus. */
export const hasPrometheus = existsSync(PROGRAM);

/** Returns the number of values that Prometheus has of itself; 0 until it answers. */
const countUp = async (url: string): Promise<number> => {
  const answer = await fetch(`${url}/api/v1/query?query=count_over_time(up[1m])`).catch(() => undefined);
  const { data } = Object(await answer?.json().catch(() => ({})));
  return Number(data?.result?.[0]?.value?.[1] ?? 0);
};

export interface Prometheus {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Waits until Prometheus has values of itself. */
export const startPrometheus = async (): Promise<Prometheus> => {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const folder = await writeFolder({
    'prometheus.yml': `global: { scrape_interval: 250ms, scrape_timeout: 250ms }\nscrape_configs: [{ job_name: self, static_configs: [{ targets: ['${address}'] }] }]\n`,
  });
  const args = [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=${address}`,
  ];
  const child: ChildProcess = spawn(PROGRAM, args, { stdio: 'ignore' });
  const url = `http://${address}`;
  while ((await countUp(url)) < 8) {
    if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}`);
    await sleep(100);
  }
  return {
    url,
    close: async () => {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
};
