import { pastelHosting } from '../../shared/hosting/pastelHosting.ts';
import { HostingPage } from '../hosting/HostingPage.tsx';

export function Page() {
  return <HostingPage family={pastelHosting} />;
}
