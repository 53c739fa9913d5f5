import { askFormAddress } from '../../shared/paths.ts';
import { Callout } from '../content/Callout.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { PageLink } from '../ui/PageLink.tsx';

export type BeyondPlansProps = {
  readonly familyId: string;
  readonly title: string;
  readonly text: string;
  readonly className?: string;
};

/** For a visitor whom no plan fits. Accepts the `css` prop. */
export function BeyondPlans({ familyId, ...texts }: BeyondPlansProps) {
  return (
    <Callout {...texts}>
      <PageLink css={buttonStyles('secondary')} to={askFormAddress(familyId)}>
        Ask Us
      </PageLink>
    </Callout>
  );
}
