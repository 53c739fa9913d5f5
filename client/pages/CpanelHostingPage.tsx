import { cpanelHosting } from '../../shared/hosting/cpanelHosting.ts';
import { HostingPage } from '../hosting/HostingPage.tsx';

export function Page() {
  return <HostingPage family={cpanelHosting} />;
}
