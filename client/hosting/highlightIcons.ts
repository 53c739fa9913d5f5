import {
  BadgeCheck,
  Cloud,
  Database,
  HandCoins,
  type IconNode,
  Laptop,
  Mail,
  PackageCheck,
  PiggyBank,
  ShieldCheck,
  SlidersHorizontal,
  TrendingUp,
  Users,
  Zap,
} from 'lucide';
import type { IconName } from '../../shared/hosting/family.ts';

/** The icons that the families' data name. */
export const highlightIcons: Record<IconName, IconNode> = {
  speed: Zap,
  shield: ShieldCheck,
  scale: TrendingUp,
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
};
