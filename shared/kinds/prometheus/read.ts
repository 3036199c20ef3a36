import { toColumnRows } from '../../tabular/column-rows.ts';
import { openHost } from '../http/open-host.ts';
import { pausing } from '../http/pause.ts';
import type { KindReader } from '../source-kind.ts';
import { readResult, warningsOf } from './read-result.ts';
import type { PrometheusSource } from './source.ts';

const MAX_LOGGED_CHARS = 200;

export const bindSource: KindReader['bindSource'] = ({ source }, timezone) => {
  const call = source as PrometheusSource;
  return pausing(async ({ window }, { deadline, budget, probe }) => {
    const host = await openHost(call, { window, timezone, deadline, probe });
    try {
      const { body } = await host.call(host.fill());
      budget.hold({ bytes: body.length });
      const { decodeJson } = await import('../../sources/json.ts');
      const answer: unknown = JSON.parse(decodeJson(body, budget, 'rows'));
      for (const warning of warningsOf(Object(answer)))
        console.warn(JSON.stringify({ host: call.host.name, warning: host.hide(warning).slice(0, MAX_LOGGED_CHARS) }));
      return { rows: toColumnRows(budget.work(() => readResult(answer, budget))) };
    } catch (error) {
      throw host.fail(host.explain(error));
    }
  });
};
