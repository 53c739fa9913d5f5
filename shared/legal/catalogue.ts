import type { LegalDocument } from './legalDocument.ts';
import { legalIds } from './list.ts';

/** All legal documents in the list's order. The browser loads one at a time, so only the build imports this file. */
export const legalDocuments: readonly LegalDocument[] = await Promise.all(
  legalIds.map((id) =>
    import(`./texts/${id}.ts`).then(({ legalDocument }: { readonly legalDocument: LegalDocument }) => legalDocument),
  ),
);
