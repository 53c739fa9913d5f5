import { contactTexts, pageMeta } from '../../shared/pageTexts.ts';
import { paths } from '../../shared/paths.ts';
import { ContactForm } from '../contact/ContactForm.tsx';
import { PageHead } from '../layout/PageHead.tsx';
import { Section } from '../ui/Section.tsx';

export const Page = () => (
  <>
    <PageHead {...pageMeta.contact} path={paths.contact} />
    <h1>{contactTexts.banner}</h1>
    <Section title={contactTexts.sectionTitle}>
      <ContactForm />
    </Section>
  </>
);
