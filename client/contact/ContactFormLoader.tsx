import { type ComponentType, useEffect, useState } from 'react';
import { paths } from '../../shared/paths.ts';
import { buttonStyles } from '../ui/Button.tsx';
import { lazyWithPreload } from '../ui/lazyWithPreload.ts';
import { PageLink } from '../ui/PageLink.tsx';

const contactForm = lazyWithPreload<ComponentType>(() =>
  import(/* webpackChunkName: "contact-form" */ './ContactForm.tsx').then((loaded) => loaded.ContactForm),
);

/** The form, once the page is live and has fetched it; before, and should that fail, the way to the contact page. */
export function ContactFormLoader() {
  // A page that is built anew has it already, and what was typed in it.
  const [isLoaded, setLoaded] = useState(() => contactForm.loaded() !== undefined);

  useEffect(() => {
    contactForm.preload().then(
      () => setLoaded(true),
      () => {},
    );
  }, []);

  const ContactForm = isLoaded ? contactForm.loaded() : undefined;
  return ContactForm ? (
    <ContactForm />
  ) : (
    <PageLink css={buttonStyles('default', 'lg')} to={paths.contact}>
      Go to the contact form
    </PageLink>
  );
}
