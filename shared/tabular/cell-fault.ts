/** A cell that is not of its column's type. */
export interface CellFault {
  readonly fault: string;
  readonly hint: string;
}

export const isCellFault = (value: unknown): value is CellFault =>
  typeof value === 'object' && value !== null && 'fault' in value;
