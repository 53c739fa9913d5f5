import { microsoft365 } from '../../shared/hosting/microsoft365.ts';
import { HostingPage } from '../hosting/HostingPage.tsx';

export const Page = () => <HostingPage family={microsoft365} />;
