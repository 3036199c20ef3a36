import { isLoss, type Kept, type StackChange } from './stack-diff.ts';

const DATABASE = 'AWS::RDS::DBCluster';

const DATABASE_KEPT: Readonly<Record<Kept, string>> = {
  nothing: 'Its tables are lost for good',
  snapshot:
    'Its tables are deleted. A last snapshot stays in the account, and costs money, until you delete it: a later deployment ' +
    'with SQL can restore it',
  everything: 'It stays in the account, and costs money, but no endpoint reads it any more',
};

const BUCKET_KEPT: Readonly<Record<Kept, string>> = {
  nothing: 'Its files are lost for good',
  snapshot: 'Its files are lost for good',
  everything: 'It stays in the account with its files, but a later deployment makes a new, empty bucket',
};

const verbOf = ({ action, mayReplace }: StackChange): string => {
  if (mayReplace) return 'may be replaced by a new, empty one';
  return action === 'replace' ? 'is replaced by a new, empty one' : 'is removed from the stack';
};

const sentenceFor = (change: StackChange): string => {
  const { type, name, kept = 'nothing' } = change;
  const [noun, words] = type === DATABASE ? ['database', DATABASE_KEPT] : ['bucket', BUCKET_KEPT];
  return `The ${noun} ${name} ${verbOf(change)}. ${words[kept]}.`;
};

/** Describes the data that a deployment would remove, one paragraph for each resource; empty if no data is lost. */
export const describeLosses = (changes: readonly StackChange[]): readonly string[] =>
  changes.filter(isLoss).map(sentenceFor);
