/** The error of a cell that does not have its column's type. */
export interface CellFault {
  readonly fault: string;
  readonly hint: string;
}

export const isCellFault = (value: unknown): value is CellFault =>
  typeof value === 'object' && value !== null && 'fault' in value;
