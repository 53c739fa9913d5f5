import type { ComponentType } from 'react';
import { paths } from '../../shared/paths.ts';
import { buttonStyles } from '../ui/Button.tsx';
import { lazyWithPreload, useLoaded } from '../ui/lazyWithPreload.ts';
import { PageLink } from '../ui/PageLink.tsx';

const contactForm = lazyWithPreload<ComponentType>(() =>
  import(/* webpackChunkName: "contact-form" */ './ContactForm.tsx').then((loaded) => loaded.ContactForm),
);

/** The contact form, loaded after hydration. Until it is loaded, or if that fails, a link to the contact page. */
export function ContactFormLoader() {
  const ContactForm = useLoaded(contactForm);
  return ContactForm ? (
    <ContactForm />
  ) : (
    <PageLink className="no-print" css={buttonStyles('default', 'lg')} to={paths.contact}>
      Go to the Contact Form
    </PageLink>
  );
}
