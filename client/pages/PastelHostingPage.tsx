import { pastelHosting } from '../../shared/hosting/pastelHosting.ts';
import { HostingPage } from '../hosting/HostingPage.tsx';

export const Page = () => <HostingPage family={pastelHosting} />;
