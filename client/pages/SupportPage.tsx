import { css } from '@emotion/react';
import { type IconNode, Mail, MessagesSquare, Phone } from 'lucide';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { company } from '../../shared/company.ts';
import { mailLink, messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { supportMeta, supportTexts } from '../../shared/pages/support.ts';
import { contactFormId, paths } from '../../shared/paths.ts';
import { card } from '../content/cards.ts';
import { Hero } from '../content/Hero.tsx';
import { Paragraph } from '../content/Paragraph.tsx';
import { measure, Section, twoColumns } from '../content/Section.tsx';
import { useAppSelector } from '../hooks.ts';
import { PageHead } from '../layout/PageHead.tsx';
import { ChatPanel } from '../support/ChatPanel.tsx';
import { Button, buttonStyles } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { actions, media } from '../ui/styles.ts';

const grid = css({
  display: 'grid',
  gap: '1.25rem',
  paddingBlock: 'clamp(2rem, 1.5rem + 2vw, 3.5rem)',
  [media.large]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
});
const wayCard = css({
  display: 'grid',
  gridTemplateRows: 'auto auto 1fr auto',
  gap: '0.625rem',
  '& > svg': { color: 'var(--muted)' },
  '& h2': { fontSize: '1.1875rem' },
  '& p': { marginBottom: '0.5rem' },
  '& > a': { whiteSpace: 'normal' },
});
const words = css({ display: 'grid', gap: '1.25rem', justifyItems: 'start', maxWidth: '42rem' });
const note = css({ color: 'var(--muted)' });

function Way({ icon, title, text, children }: { icon: IconNode; title: string; text: string; children: ReactNode }) {
  return (
    <article css={[card, wayCard]}>
      <Icon icon={icon} size={28} />
      <h2>{title}</h2>
      <Paragraph text={text} />
      {children}
    </article>
  );
}

const newTab = { target: '_blank', rel: 'noopener' };

function OutlineLink({ size, ...link }: ComponentProps<'a'> & { readonly size?: 'lg' }) {
  return <a className="no-print" css={buttonStyles('outline', size)} {...link} />;
}

function OutsideOfficeHours() {
  const { outside, invoice } = supportTexts;
  return (
    <Section title={outside.title} id={outside.id} isTight>
      <div css={twoColumns}>
        <div css={words}>
          <PageLink className="no-print" css={buttonStyles('outline')} to={`${paths.contact}#${contactFormId}`}>
            {outside.button}
          </PageLink>
          {outside.texts.map((text) => (
            <Paragraph key={text} text={text} />
          ))}
        </div>
        <div css={[card, words]} id={invoice.id}>
          <h3>{invoice.title}</h3>
          <Paragraph text={invoice.text} />
        </div>
      </div>
    </Section>
  );
}

export function Page() {
  const { chatFrame, remoteSupportUrl = company.remoteSupportUrl } = useAppSelector((state) => state.site);
  const [isChatting, setChatting] = useState(false);
  const { liveChat, phone, email } = supportTexts.cards;
  return (
    <>
      <PageHead {...supportMeta} path={paths.support} />
      <Hero title={supportTexts.title} lead={supportTexts.lead} scene="support">
        <div css={actions}>
          <a css={buttonStyles('default', 'lg')} href={phoneLink}>
            {supportTexts.call}
          </a>
          <a css={buttonStyles('outline', 'lg')} href={messagingLink(supportTexts.firstLine)} {...newTab}>
            {supportTexts.messaging}
          </a>
        </div>
        {[supportTexts.outside, supportTexts.remote].map(({ id, title }) => (
          <a key={id} className="no-print" href={`#${id}`}>
            {title}
          </a>
        ))}
      </Hero>
      <div css={[measure, grid]}>
        <Way icon={MessagesSquare} title={liveChat.title} text={liveChat.text}>
          {chatFrame ? (
            <Button variant="outline" onClick={() => setChatting(true)} aria-expanded={isChatting}>
              {liveChat.button}
            </Button>
          ) : (
            <OutlineLink href={messagingLink(supportTexts.firstLine)} {...newTab}>
              {supportTexts.messaging}
            </OutlineLink>
          )}
        </Way>
        <Way icon={Phone} title={phone.title} text={phone.text}>
          <OutlineLink href={phoneLink}>{supportTexts.call}</OutlineLink>
        </Way>
        <Way icon={Mail} title={email.title} text={email.text}>
          <OutlineLink href={mailLink(supportTexts.subject, supportTexts.firstLine)}>{email.button}</OutlineLink>
        </Way>
      </div>
      <OutsideOfficeHours />
      <Section title={supportTexts.remote.title} id={supportTexts.remote.id} isRaised>
        <div css={twoColumns}>
          <div css={words}>
            <p>{`${supportTexts.remote.text} The button opens ${new URL(remoteSupportUrl).host} in a new tab.`}</p>
            <OutlineLink size="lg" href={remoteSupportUrl} {...newTab}>
              {supportTexts.remote.button}
            </OutlineLink>
          </div>
          <p css={[card, note]}>
            {supportTexts.remote.note} <a href={phoneLink}>{company.phone.display}</a>.
          </p>
        </div>
      </Section>
      {chatFrame && isChatting ? <ChatPanel frame={chatFrame} onClose={() => setChatting(false)} /> : null}
    </>
  );
}
