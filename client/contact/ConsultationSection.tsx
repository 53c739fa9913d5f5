import { contactTexts } from '../../shared/pages/contact.ts';
import { paths } from '../../shared/paths.ts';
import { buttonStyles } from '../ui/Button.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Section } from '../ui/Section.tsx';
import { ContactForm } from './ContactForm.tsx';

export type ConsultationSectionProps = {
  /** False until the page is live: then the way to the contact page stands in the form's place. */
  readonly isMounted: boolean;
};

/** The consultation form under its heading, the same on the home and the contact page. */
export const ConsultationSection = ({ isMounted }: ConsultationSectionProps) => (
  <Section title={contactTexts.sectionTitle} lead={contactTexts.sectionLead} isRaised isSplit>
    {isMounted ? (
      <ContactForm />
    ) : (
      <PageLink css={buttonStyles('default', 'lg')} to={paths.contact}>
        Go to the contact form
      </PageLink>
    )}
  </Section>
);
