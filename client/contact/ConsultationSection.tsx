import type { ReactNode } from 'react';
import { contactTexts } from '../../shared/pages/contact.ts';
import { contactFormId } from '../../shared/paths.ts';
import { Section } from '../content/Section.tsx';

/** The section with the consultation form, on the home and the contact page. */
export function ConsultationSection({ children }: { readonly children: ReactNode }) {
  return (
    <Section title={contactTexts.sectionTitle} lead={contactTexts.sectionLead} id={contactFormId} isRaised isSplit>
      {children}
    </Section>
  );
}
