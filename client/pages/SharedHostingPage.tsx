import { sharedHosting } from '../../shared/hosting/sharedHosting.ts';
import { HostingPage } from '../hosting/HostingPage.tsx';

export const Page = () => <HostingPage family={sharedHosting} />;
