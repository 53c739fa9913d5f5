import { serverHosting } from '../../shared/hosting/serverHosting.ts';
import { HostingPage } from '../hosting/HostingPage.tsx';

export function Page() {
  return <HostingPage family={serverHosting} />;
}
