import { css } from '@emotion/react';
import { contactTexts } from '../../shared/pages/contact.ts';
import { paths } from '../../shared/paths.ts';
import { buttonStyles } from '../ui/Button.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Section } from '../ui/Section.tsx';

const way = css({ display: 'grid', gap: '1rem', justifyItems: 'start' });

export type ConsultationSectionProps = {
  /** False until the page is live: then the way to the contact page stands in the form's place. */
  readonly isMounted: boolean;
};

/** The consultation form under its heading, the same on the home and the contact page. */
export const ConsultationSection = ({ isMounted }: ConsultationSectionProps) => (
  <Section title={contactTexts.sectionTitle} isRaised>
    <div css={way}>
      {isMounted ? null : (
        <PageLink css={buttonStyles()} to={paths.contact}>
          Go to the contact form
        </PageLink>
      )}
    </div>
  </Section>
);
