import { type BilledTotal, totalBill } from '../../cost/actual/bill.ts';
import type { Comparison } from '../../cost/actual/compare-use.ts';
import { compareDashboard, countedOf, countFiles, readMonth } from '../../cost/actual/read-actual.ts';
import type { CostInput } from '../../cost/estimate-dashboard.ts';
import type { CommandFailure } from '../../terminal/fail.ts';
import { Interrupted } from '../aws/interruption.ts';
import { signIn } from '../sign-in.ts';
import { stackAddressOf, withRegion } from '../stack-address.ts';
import { readBill } from './read-bill.ts';
import { readUsage } from './read-usage.ts';

/** The options of the command `cost` that say what is counted. */
export interface UseOptions {
  /** Files and folders of log lines; none to ask AWS. */
  readonly actual?: readonly string[] | undefined;
  readonly stage?: string | undefined;
  readonly month?: string | undefined;
  readonly bill: boolean;
}

/** The use beside the forecast, and what AWS billed. */
export interface ComparedUse extends Comparison {
  readonly bill?: BilledTotal;
  /** Sentences about what AWS did not answer. */
  readonly notes: readonly string[];
}

type Compared = Comparison & Pick<ComparedUse, 'notes'>;

const ofFiles = async (input: CostInput, options: UseOptions): Promise<Compared> => {
  const use = await countFiles(options.actual ?? [], countedOf(input.dashboard, options, input.prices));
  return { ...(await compareDashboard(input, options, use)), notes: [] };
};

const ofAws = async (input: CostInput, options: UseOptions, stage: string): Promise<Compared> => {
  const { found, notes } = await readUsage(input.dashboard, {
    ...countedOf(input.dashboard, options, input.prices),
    stage,
  });
  return { ...(await compareDashboard(input, options, found)), notes };
};

/** Adds what AWS billed for the days that were counted, or the sentence that says why it is not known. */
const addBill = async (
  compared: Compared,
  { dashboard }: CostInput,
  { month }: UseOptions,
  stage: string,
): Promise<ComparedUse> => {
  const { period, prices, notes } = compared;
  const days = { from: Date.parse(period.from), until: Date.parse(period.to) + 1 };
  const range = (month !== undefined && readMonth(month)) || days;
  try {
    const bill = await readBill(dashboard.name, stage, stackAddressOf(dashboard, stage).region, range);
    return { ...compared, bill: totalBill(bill, prices) };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return { ...compared, notes: [...notes, `${(error as Error).message}.`] };
  }
};

/**
 * Compares the use of a dashboard with its forecast: by files of log lines, or by what AWS counted of a stage, and the bill
 * of AWS if the options ask for it.
 * @param print receives what the user should know before AWS is asked.
 */
export const compareWithUse = async (
  input: CostInput,
  options: UseOptions,
  print: (text: string) => void,
): Promise<ComparedUse | CommandFailure> => {
  const { actual = [], stage, bill } = options;
  if (stage === undefined || (actual.length > 0 && !bill)) return ofFiles(input, options);
  const dashboard = await withRegion(input.dashboard);
  const signedIn = await signIn(dashboard, stage, print);
  if ('failure' in signedIn) return signedIn;
  const own = { ...input, dashboard };
  const compared = await (actual.length > 0 ? ofFiles(own, options) : ofAws(own, options, stage));
  if (!bill) return compared;
  print('AWS charges 0.01 US dollars for this request to Cost Explorer');
  return addBill(compared, own, options, stage);
};
