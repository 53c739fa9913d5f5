import { sharedHosting } from '../../shared/hosting/sharedHosting.ts';
import { HostingPage } from '../hosting/HostingPage.tsx';

export function Page() {
  return <HostingPage family={sharedHosting} />;
}
