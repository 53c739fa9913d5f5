import { type ComponentType, useEffect, useState } from 'react';
import { paths } from '../../shared/paths.ts';
import { buttonStyles } from '../ui/Button.tsx';
import { lazyWithPreload } from '../ui/lazyWithPreload.ts';
import { PageLink } from '../ui/PageLink.tsx';

const contactForm = lazyWithPreload<ComponentType>(() =>
  import(/* webpackChunkName: "contact-form" */ './ContactForm.tsx').then((loaded) => loaded.ContactForm),
);

/** The contact form, loaded after hydration. Until it is loaded, or if that fails, a link to the contact page. */
export function ContactFormLoader() {
  // If the page mounts again, the form and its drafts are there at once.
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
    <PageLink className="no-print" css={buttonStyles('default', 'lg')} to={paths.contact}>
      Go to the Contact Form
    </PageLink>
  );
}
