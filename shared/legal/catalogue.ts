import type { LegalDocument } from './legalDocument.ts';
import { legalIds } from './list.ts';

/** All legal documents in the order of `legalIds`. Only the build imports this file: the browser loads one text at a time. */
export const legalDocuments: readonly LegalDocument[] = await Promise.all(
  legalIds.map((id) =>
    import(`./texts/${id}.ts`).then(({ legalDocument }: { readonly legalDocument: LegalDocument }) => legalDocument),
  ),
);
