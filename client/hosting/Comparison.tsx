import type { HostingFamily } from '../../shared/hosting/family.ts';
export function Comparison({
  compared,
}: {
  readonly family: HostingFamily;
  compared: readonly string[];
  query: string;
  timesAsked: number;
}) {
  return <p>{compared.join()}</p>;
}
