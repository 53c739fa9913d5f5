import { css } from '@emotion/react';
import { contactMeta, contactTexts } from '../../shared/pages/contact.ts';
import { paths } from '../../shared/paths.ts';
import { ConsultationSection, ContactForm } from '../contact/ContactForm.tsx';
import { ContactWays } from '../contact/ContactWays.tsx';
import { Hero } from '../content/Hero.tsx';
import { measure } from '../content/Section.tsx';
import { PageHead } from '../layout/PageHead.tsx';

const ways = css({ paddingBlock: 'clamp(2rem, 1.5rem + 2vw, 3.5rem)' });

export function Page() {
  return (
    <>
      <PageHead {...contactMeta} path={paths.contact} />
      <Hero title={contactTexts.banner} lead={contactTexts.lead} scene="contact" />
      <div css={[measure, ways]}>
        <ContactWays heading="h2" />
      </div>
      <ConsultationSection>
        <ContactForm />
      </ConsultationSection>
    </>
  );
}
