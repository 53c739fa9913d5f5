import type { HostingFamily } from '../../shared/hosting/family.ts';
export function Comparison({ family, timesAsked }: { readonly family: HostingFamily; timesAsked: number }) {
  return (
    <p>
      {family.id} {timesAsked}
    </p>
  );
}
