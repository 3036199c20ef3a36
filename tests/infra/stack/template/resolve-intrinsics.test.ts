import { expect, test } from '@jest/globals';
import { resolveIntrinsics } from '../../../../infra/stack/template/template.ts';

const refer = (logicalId: string, attribute?: string): string => `<${logicalId}${attribute ? `.${attribute}` : ''}>`;

test.each([
  [{ Ref: 'Bucket' }, '<Bucket>'],
  [{ 'Fn::GetAtt': ['Database', 'MasterUserSecret.SecretArn'] }, '<Database.MasterUserSecret.SecretArn>'],
  [{ 'Fn::GetAtt': 'Database.Arn' }, '<Database.Arn>'],
  [{ 'Fn::Join': ['/', ['a', { Ref: 'B' }, 1]] }, 'a/<B>/1'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what Fn::Sub reads
  [{ 'Fn::Sub': '${A} ${B.Arn} ${!C}' }, '<A> <B.Arn> ${C}'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what Fn::Sub reads
  [{ 'Fn::Sub': ['${own} ${A}', { own: { Ref: 'X' } }] }, '<X> <A>'],
  [{ deep: [{ Ref: 'A' }, 1, null, true] }, { deep: ['<A>', 1, null, true] }],
])('the intrinsic function %j is resolved', (value, expected) => {
  expect(resolveIntrinsics(value, refer)).toEqual(expected);
});

test('an unknown intrinsic function is refused', () => {
  expect(() => resolveIntrinsics({ a: { 'Fn::If': ['x', 1, 2] } }, refer)).toThrow('cannot resolve Fn::If');
});
