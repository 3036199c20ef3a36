import { describe, expect, test } from '@jest/globals';
import { parseNumberFormat } from '../../../infra/begin/number-formats.ts';
import { DAYS_SINCE_1900, DAYS_SINCE_1904, formatIsoTime, formatNumber } from '../../../infra/begin/workbook-number.ts';

const format = (code: string, number: number | string): string =>
  formatNumber(String(number), parseNumberFormat(code), DAYS_SINCE_1900);

describe('a number format', () => {
  test.each([
    'General" kg"',
    'GENERAL',
    '[Red]General',
    '[Blue]General;[Red]-General',
    '[DBNum1][$-804]General',
    'G/通用格式',
    '[DBNum2][$-804]G/通用格式"元整"',
    '[>=100]General;General',
    '_(General_)',
    'General\\s',
    '@',
    '@" kg"',
    '@*.',
    '\\h\\:@',
    '"Yes";"Yes";"No"',
    '" Excellent"',
    ';;;',
    '#',
    '# ?/?',
    '0.00E+00',
    '##0.0e+0',
    '#,##0_)_%',
    '#,##0\\ _D_M_-',
    '#,##0\\ _€_-',
    '0"万元"',
    '0.0,,"M"',
    '0\\%',
    '0.0" €/kg"',
    '"AMT"\\ #,##0.00',
    '00\\.00\\.00',
    '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####',
    '[Color 12]0;[Color 3]-0',
    '0 [Magenta',
    '"unclosed hours',
  ])('a number with the format %s is written as the number', (code) => {
    expect(format(code, 12)).toBe('12');
  });

  test.each([
    ['"day "d', '46348', '2026-11-22'],
    ['yyyy\\-mm\\-dd\\Thh:mm', '46348.5', '2026-11-22 12:00:00'],
    ['yyyy/m/d;@', '46348', '2026-11-22'],
    ['[$-804]aaaa;@', '46348', '2026-11-22'],
    ['[$-411]ggge"年"m"月"d"日";@', '46348', '2026-11-22'],
    ['[$-D07041E]bbbb', '46348', '2026-11-22'],
    ['[$-x-sysdate]dddd, mmmm dd, yyyy', '46348', '2026-11-22'],
    ['MMMM', '46348', '2026-11-22'],
    ['yyyy-mm-dd hh:mm:ss', '46348.99999', '2026-11-22 23:59:59'],
    ['yyyy-mm-dd hh:mm:ss', '46348.999999', '2026-11-23'],
    ['yyyy-mm-dd hh:mm:ss.000', '46348.4305613426', '2026-11-22 10:20:00.500'],
    ['上午/下午h"时"mm"分"', '0.75', '18:00:00'],
    ['h:mm A/P', '0', '00:00:00'],
    ['mm:ss', '0', '00:00:00'],
    ['mm:ss.0', '0.00114004629629630', '00:01:38.5'],
    ['[s].00', '0.00114004629629630', '0:01:38.5'],
    ['[Red][h]:mm', '1.5', '36:00:00'],
    ['[hh]" hours"', '1.5', '36:00:00'],
  ])('a time with the format %s, %s, is written as %s', (code, number, expected) => {
    expect(format(code, number)).toBe(expected);
  });

  test.each([
    ['[=0]?;[<4.16666666666667][hh]:mm:ss;[hh]:mm', '1.5', '36:00:00'],
    ['[=0]?;[<4.16666666666667][hh]:mm:ss;[hh]:mm', '10', '240:00:00'],
    ['[=0]?;[<4.16666666666667][hh]:mm:ss;[hh]:mm', '0', '0:00:00'],
    ['[<0]"";0%', '0.25', '25%'],
    ['[<0]"";0%', '-0.25', '-25%'],
    ['[=0]?;0%', '0', '0%'],
    ['0.0%;-0.0%;"-"', '0', '0%'],
    ['[>1]0;0%', '0.5', '50%'],
    ['[>1]0;0%', '12', '12'],
    ['[>1]0;[<=1]0%', '0.5', '50%'],
    ['[>10]0;[<-10]0%', '5', '5'],
    ['0;0%', '-0.5', '-50%'],
    ['0%;0;0', '-5', '-5'],
    ['yyyy\\-mm\\-dd;;', '0', ''],
    ['[=0]"";yyyy\\-mm\\-dd', '0', ''],
    ['[=0]"";yyyy\\-mm\\-dd', '46348', '2026-11-22'],
    ['#,##0;-#,##0;;@', '0', '0'],
    ['"a;b"0;"[h]"-0%', '-0.5', '-50%'],
  ])('of the format %s, office software takes the section for %s: %s', (code, number, expected) => {
    expect(format(code, number)).toBe(expected);
  });

  test.each([
    ['"$"#,##0.00', '-1234.5', '-$1234.5'],
    ['$#,##0', '5', '$5'],
    ['\\$#,##0;[Red]\\-\\$#,##0', '-5', '-$5'],
    ['_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', '0', '$0'],
    ['#,##0.00\\ "€"_-', '5.25', '€5.25'],
    ['[$€-407]\\ #,##0', '5', '€5'],
    ['#,##0.00\\ [$CHF-807]', '-5', '-5 CHF'],
    ['[$USD]\\ #,##0.00;\\([$USD]\\ #,##0.00\\)', '5', '5 USD'],
    ['[$$-409]#,##0', '5', '$5'],
    ['[$$-1009]#,##0', '5', '5 CAD'],
    ['[$¥-804]#,##0', '5', '5 CNY'],
    ['[$¥-411]#,##0', '5', '5 JPY'],
    ['#,##0\\ [$kr-41D]', '5', '5 SEK'],
    ['#,##0\\ [$Kč-405]', '5', '5 CZK'],
    ['0.00"元"', '5', '5 元'],
    ['"R$" #,##0', '5', 'R$5'],
    ['"€"0.0,,"M"', '2500000', '€2500000'],
    ['[$-409]#,##0', '5', '5'],
    ['[$unknown-409]#,##0', '5', '5'],
  ])('a number with the currency format %s, %s, is written as %s', (code, number, expected) => {
    expect(format(code, number)).toBe(expected);
  });

  test.each([
    ['1', '1900-01-01'],
    ['59', '1900-02-28'],
    ['60', '1900-02-29'],
    ['60.5', '1900-02-29 12:00:00'],
    ['61', '1900-03-01'],
  ])('the day %s of 1900 is the day that office software shows, %s', (number, expected) => {
    expect(format('yyyy-mm-dd', number)).toBe(expected);
  });

  test('days that count from 1904 have no false day', () => {
    expect(formatNumber('59', parseNumberFormat('yyyy-mm-dd'), DAYS_SINCE_1904)).toBe('1904-02-29');
  });

  test('a whole number with more than 15 digits keeps them, and other numbers have 15', () => {
    expect(format('General', '1234567890123456789')).toBe('1234567890123456789');
    expect(format('0', '0.30000000000000004')).toBe('0.3');
  });

  test.each([
    ['2026-11-22', '2026-11-22'],
    ['2026-11-22T10:20:00', '2026-11-22 10:20:00'],
    ['2026-11-22T10:20:00.000', '2026-11-22 10:20:00'],
    ['2026-11-22T10:20:00+02:00', '2026-11-22 08:20:00'],
    ['10:10:10', '10:10:10'],
    ['T07:05', '07:05:00'],
    ['PT1H30M', 'PT1H30M'],
    ['', ''],
  ])('the time %s of ISO 8601 is written as %s', (text, expected) => {
    expect(formatIsoTime(text, parseNumberFormat('General'))).toBe(expected);
  });

  test('a text that is no time is refused with the text', () => {
    expect(() => formatIsoTime('soon', parseNumberFormat('General'))).toThrow("has no time: 'soon'");
  });
});
