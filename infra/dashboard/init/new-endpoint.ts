import { type EndpointFields, writeEndpointLines } from '../fit/endpoint-lines.ts';

/** An endpoint of a new dashboard file. */
export interface NewEndpoint {
  readonly slug: string;
  /** The keys of the endpoint. */
  readonly definition: EndpointFields;
  /** A comment above the endpoint. */
  readonly comment?: string;
  /** The files that the endpoint needs, by their paths in the dashboard folder. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

const indent = (text: string): string => text.trimEnd().replaceAll(/^/gm, '  ');

/** Writes endpoints as they are written below `endpoints:`. */
export const formatEndpoints = (endpoints: readonly Pick<NewEndpoint, 'slug' | 'definition' | 'comment'>[]): string =>
  endpoints
    .map(({ slug, definition, comment }) => {
      const lines = writeEndpointLines(slug, definition);
      return comment === undefined ? lines : `${indent(comment.replaceAll(/^/gm, '# '))}\n${lines}`;
    })
    .join('\n');
