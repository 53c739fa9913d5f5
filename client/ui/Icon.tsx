import {
  BadgeCheck,
  Cloud,
  Database,
  Gauge,
  Globe,
  HandCoins,
  Headset,
  Laptop,
  type LucideIcon,
  Mail,
  PackageCheck,
  PiggyBank,
  ShieldCheck,
  SlidersHorizontal,
  TrendingUp,
  Users,
} from 'lucide-react';
import type { IconName } from '../../shared/hosting/family.ts';

const icons: Record<IconName, LucideIcon> = {
  speed: Gauge,
  shield: ShieldCheck,
  scale: TrendingUp,
  globe: Globe,
  mail: Mail,
  database: Database,
  brand: BadgeCheck,
  revenue: HandCoins,
  control: SlidersHorizontal,
  install: PackageCheck,
  remote: Laptop,
  cloud: Cloud,
  team: Users,
  savings: PiggyBank,
  support: Headset,
};

/** A small sign beside a text that says the same. */
export const Icon = ({ name, size = 24 }: { readonly name: IconName; readonly size?: number }) => {
  const Picture = icons[name];
  return <Picture aria-hidden="true" size={size} strokeWidth={1.75} />;
};
