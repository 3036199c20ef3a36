export const isReadOnly: (error: { readonly code?: string | undefined }) => boolean;
export const explainReadOnly: (error: { readonly path?: string | undefined }, root: string) => string;
