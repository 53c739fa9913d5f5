import { company } from '../../shared/company.ts';
import { messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import { buttonStyles } from '../ui/Button.tsx';
import { PageLink } from '../ui/PageLink.tsx';

type AskButtonsProps = { readonly label: string; readonly to: string };

export function AskButtons({ label, to }: AskButtonsProps) {
  return (
    <>
      <PageLink css={buttonStyles('default')} to={to}>
        {label}
      </PageLink>
      <a css={buttonStyles('outline')} href={phoneLink}>
        {company.phone.display}
      </a>
      <a css={buttonStyles('outline')} href={messagingLink()} target="_blank" rel="noopener">
        {company.messaging.name}
      </a>
    </>
  );
}
