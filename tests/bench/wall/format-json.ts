import type { Report } from './format-report.ts';

/**
 * Formats the report as JSON. Settings are in seconds, outcomes in milliseconds, money in the currency of the price list.
 */
export const formatJson = ({ simulation, endpoints, results, prices }: Report): string => {
  const { dashboard, settings, assumptions, components } = simulation;
  const { currency, region, asOf } = prices;
  const { hoursADay: _, daysAMonth: __, environments: ___, ...assumed } = assumptions;
  return JSON.stringify(
    {
      dashboard,
      currency,
      region,
      pricesAsOf: asOf,
      settings,
      assumptions: assumed,
      wall: { endpoints, components: components.map(({ config: { component }, ...one }) => ({ ...one, component })) },
      variants: results.map(({ outcome, bill }) => ({ ...outcome, bill })),
    },
    null,
    2,
  );
};
