import { chatPath, endpoints, healthPath, legalPath, servicePath } from '../../../shared/paths.ts';
import { allPagePaths, discoveryPaths } from '../../pages/addresses.ts';

/** The routes with many addresses: the start of a path, and its label. */
const prefixes = [
  ['/assets/', '/assets/:file'],
  ['/documents/', '/documents/:file'],
  ['/share/', '/share/:file'],
  [servicePath(''), servicePath(':id')],
  [legalPath(''), legalPath(':id')],
] as const;

const addresses: readonly string[] = [
  ...allPagePaths,
  ...discoveryPaths,
  ...Object.values(endpoints),
  healthPath,
  chatPath,
];
const plain = new Set(addresses.filter((address) => !prefixes.some(([prefix]) => address.startsWith(prefix))));

const other = 'other';

/** The route of a path. Routes are a fixed list, so that no client can make the metrics grow. */
export function routeOf(path: string): string {
  if (plain.has(path)) return path;
  return prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? other;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The method, or the label for other methods. */
export function methodOf(method: string | undefined): string {
  return method !== undefined && methods.has(method) ? method : other;
}
