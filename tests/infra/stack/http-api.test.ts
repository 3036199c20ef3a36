import { describe, expect, test } from '@jest/globals';
import { routeRefusals } from '../../../infra/stack/http-api.ts';

describe('the routes of an HTTP API', () => {
  test.each([
    'POST /',
    'POST /pie/{endpoint}',
    'POST /script/{endpoint}/{library}',
    'POST /frame/{proxy+}',
    '$default',
  ])('an HTTP API accepts the route key %s', (key) => {
    expect(routeRefusals([key])).toEqual([]);
  });

  test.each([
    ['POST /frame/{endpoint}/', 'ends in a slash'],
    ['POST /status/', 'ends in a slash'],
    ['POST status', 'is not a method and a path'],
    ['FETCH /status', 'is not a method and a path'],
    ['POST /a b', 'is not a method and a path'],
    ['POST /a//b', 'has an empty segment'],
    ['POST /a-{b}', 'has a variable that is only a part of a segment, a-{b}'],
    ['POST /{proxy+}/a', 'has the greedy variable {proxy+} before its end'],
  ])('an HTTP API refuses the route key %s, because it %s', (key, fault) => {
    expect(routeRefusals([key])).toEqual([`API Gateway refuses the routes: the route key ${key} ${fault}`]);
  });

  test('two routes with the same key are one error', () => {
    expect(routeRefusals(['POST /a', 'POST /b', 'POST /a', 'POST /a'])).toEqual([
      'API Gateway refuses the routes: the route key POST /a occurs twice',
    ]);
  });

  test('an HTTP API refuses 301 routes', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, n) => `POST /${n}`);
    expect(routeRefusals(keys(300))).toEqual([]);
    expect(routeRefusals(keys(301))).toEqual([
      'API Gateway refuses the routes: there are 301 routes (an HTTP API allows 300)',
    ]);
  });
});
