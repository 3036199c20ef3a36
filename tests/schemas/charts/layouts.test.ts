import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { spreadNodes, withoutCycles } from '../../../schemas/common/charts/graph-layout.ts';
import { levelsByLinks } from '../../../schemas/common/charts/graphs.ts';
import { packCircles } from '../../../schemas/metric/bubble-chart/preview.ts';
import { preview } from '../../../schemas/pie/proportion-series/preview.ts';

const link = (source: string, target: string) => ({ source, target });

const anyLinks = fc.array(
  fc.tuple(fc.nat(8), fc.nat(8)).map(([a, b]) => link(`${a}`, `${b}`)),
  { maxLength: 40 },
);

describe('links without cycles', () => {
  test('once cycles are removed, each link leads from an earlier node of the order to a later one', () => {
    fc.assert(
      fc.property(anyLinks, (links) => {
        const { kept, backward, order } = withoutCycles(links);
        expect(kept.length + backward.length).toBe(links.length);
        for (const { source, target } of kept) expect(order.indexOf(source)).toBeLessThan(order.indexOf(target));
      }),
    );
  });

  test('removing cycles keeps every link of a graph that has none', () => {
    const links = [link('a', 'b'), link('a', 'c'), link('c', 'b')];
    expect(withoutCycles(links)).toMatchObject({ kept: links, backward: [] });
  });

  test('cycles are removed without recursion in a chain of 100 000 nodes', () => {
    const links = Array.from({ length: 100_000 }, (_, index) => link(`${index}`, `${index + 1}`));
    expect(withoutCycles([...links, link('100000', '0')]).backward).toHaveLength(1);
  });
});

test('the level of a node is one more than that of the furthest node that leads to it', () => {
  const nodes = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id }));
  const levels = levelsByLinks({ nodes, links: [link('a', 'b'), link('b', 'c'), link('a', 'c'), link('c', 'a')] });
  expect(Object.fromEntries(levels)).toEqual({ a: 0, b: 1, c: 2, d: 0 });
});

test('packed circles do not overlap', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 10, max: 60 }), { maxLength: 25 }), (radii) => {
      const circles = packCircles(radii);
      for (const [index, circle] of circles.entries()) {
        for (const other of circles.slice(index + 1)) {
          expect(Math.hypot(circle.x - other.x, circle.y - other.y)).toBeGreaterThanOrEqual(
            circle.radius + other.radius,
          );
        }
      }
    }),
    { numRuns: 30 },
  );
});

test('spread nodes have the same finite positions each time', () => {
  const start = new Map(['a', 'b', 'c'].map((id, index) => [id, { x: index, y: 0 }]));
  const links = [link('a', 'b'), link('b', 'b'), link('b', 'missing')];
  const places = spreadNodes(start, links);
  for (const { x, y } of places.values()) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
  expect(spreadNodes(start, links)).toEqual(places);
});

test('a tank of 3D Water Column Chart has the title of its group, and the name of its slice if the group has several', () => {
  const slice = (name: string) => ({ name, value: 50 });
  const series = [
    { name: '处理器', data: [slice('使用率')] },
    { name: '内存', data: [slice('使用率')] },
    { name: '磁盘', data: [slice('读'), slice('写')] },
  ];
  const { names } = preview({ series }, '3D Water Column Chart') as { readonly names: readonly string[] };
  expect(names).toEqual(['处理器', '内存', '磁盘 读', '磁盘 写']);
});
