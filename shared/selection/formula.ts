import type { Operand, Term } from '../config/selection.ts';
import type { CellFault } from '../tabular/cell-fault.ts';
import { roundHalfUp, settle } from '../tabular/mean.ts';
import { decimalText } from './column-number.ts';
import { noNumber, type RowCell } from './cursor.ts';
import { createAmountReader, createTimeCellReader } from './read-value.ts';
import { columnsOf } from './references.ts';
import { cellOf, type RowContext } from './row-context.ts';

type Call = Extract<Term, { readonly call: unknown }>;
type Leaf = Exclude<Term, number | Call>;

const CALLS: Readonly<Record<Call['call'], (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => (other === 0 ? Number.NaN : one / other),
  round: (value, digits) => Math.sign(value) * roundHalfUp(Math.abs(value), digits),
  abs: Math.abs,
};

const bindTerm = (term: Term, bindLeaf: (leaf: Leaf) => () => number): (() => number) => {
  if (typeof term === 'number') return () => term;
  if (!('call' in term)) return bindLeaf(term);
  const [one = noNumber, other = () => 0] = term.of.map((each) => bindTerm(each, bindLeaf));
  const call = CALLS[term.call];
  return () => call(one(), other());
};

/** True if a formula divides, or calculates with a part that is rounded as a division is, such as an average. */
const divides = (term: Term, isRounded: (part: number) => boolean): boolean => {
  if (typeof term !== 'object') return false;
  if ('part' in term) return isRounded(term.part);
  return 'call' in term && (term.call === '/' || term.of.some((one) => divides(one, isRounded)));
};

/** Digits of a formula without a division. A Number holds each such decimal. */
const SIGNIFICANT_DIGITS = 15;

const round = (value: number): number =>
  Number.isSafeInteger(value) ? value : Number(value.toPrecision(SIGNIFICANT_DIGITS));

/**
 * Creates the function that calculates a formula. It returns NaN if an operand is blank or a division is by 0.
 * @param isRounded true for a part of the formula that is an average or another quotient.
 */
export const createCalculation = (
  term: Term,
  bindLeaf: (leaf: Leaf) => () => number,
  isRounded: (part: number) => boolean = () => false,
): (() => number) => {
  const calculate = bindTerm(term, bindLeaf);
  const tidy = divides(term, isRounded) ? settle : round;
  return () => tidy(calculate());
};

export const TOO_LARGE: CellFault = {
  fault: 'the result of the formula is larger than a number holds',
  hint: 'divide by a larger number, or leave the row out with `where`',
};

const formulaCell = (term: Term, context: RowContext): RowCell => {
  const { cursor, faults } = context;
  const calculate = createCalculation(term, (leaf) => {
    if ('column' in leaf) return createAmountReader(cellOf(leaf.column, context), context);
    return 'time' in leaf ? createTimeCellReader(cellOf(leaf.time, context), context) : noNumber;
  });
  const value = (): number => {
    const result = calculate();
    if (Number.isNaN(result) || Number.isFinite(result)) return result;
    faults.refuseAt({ line: cursor.record.line }, TOO_LARGE);
    return Number.NaN;
  };
  const text = (): string => {
    const result = value();
    return Number.isNaN(result) ? '' : decimalText(result);
  };
  const [first] = columnsOf({ formula: term });
  return {
    text,
    isBlank: () => Number.isNaN(value()),
    plainNumber: value,
    origin: 'number',
    time: noNumber,
    plainTime: noNumber,
    equals: (expected) => text() === expected.text,
    column: first === undefined ? () => -1 : cellOf(first, context).column,
  };
};

export const operandCell = (operand: Operand, context: RowContext): RowCell =>
  typeof operand === 'object' ? formulaCell(operand.formula, context) : cellOf(operand, context);
