/** What is wrong with a script, by the index of a character in it. */
export interface ScriptFault {
  readonly index: number;
  readonly message: string;
  readonly hint: string;
}
