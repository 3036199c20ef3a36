import { option } from '../../../shared/catalogue/option.ts';
import { indexInto, unique } from '../../../shared/catalogue/rules.ts';
import { defineShape, reference } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { createIndexOf, oneNotation } from '../../common/graph-links.ts';

const ends = { usual: ['from', 'to'], alternative: ['source', 'target'] } as const;

export const shape = defineShape({
  id: 'S36',
  name: '3d-sankey-diagram',
  components: ['3D Sankey Diagram'],
  tables: {
    nodes: table({ id: text, name: text }),
    links: table({ from: text, to: text, weight: number }),
  },
  options: {
    notation: option.described(
      option.or(option.word('usual', 'alternative'), 'usual'),
      'the names of the fields: `id`, `from`, `to`, `weight`, or `node`, `source`, `target`, `value`',
    ),
  },
  references: [
    reference('links.from', 'nodes.id', ({ notation }) => `links[].${ends[notation as keyof typeof ends][0]}`),
    reference('links.to', 'nodes.id', ({ notation }) => `links[].${ends[notation as keyof typeof ends][1]}`),
  ],
  rules: [
    unique('nodes[].id'),
    unique('nodes[].node'),
    ...Object.values(ends).flatMap((keys) => keys.map((key) => indexInto(`links[].${key}`, 'nodes'))),
    oneNotation,
  ],
  fold({ nodes, links }, { notation }) {
    const indexOf = createIndexOf(nodes);
    if (notation === 'usual') {
      return { nodes, links: links.map((link) => ({ ...link, from: indexOf(link.from), to: indexOf(link.to) })) };
    }
    return {
      nodes: nodes.map(({ id: node, name }) => ({ node, name })),
      links: links.map(({ from, to, weight }) => ({ source: indexOf(from), target: indexOf(to), value: weight })),
    };
  },
});
