import { chatPath, endpoints, healthPath } from '../../../shared/paths.ts';
import { allPagePaths, canonicalPath } from '../../pages/addresses.ts';
import { discoveryPaths } from '../../pages/discoveryPaths.ts';

/** What stands for all other addresses. */
export const otherAddresses = 'other addresses';

const own = new Set<string>([...allPagePaths, ...discoveryPaths, ...Object.values(endpoints), chatPath, healthPath]);
const pages = new Set(allPagePaths);
const folders = ['/assets/', '/documents/'];

/** The one of a few dozen groups that a path belongs to: its page or endpoint, its folder, or `otherAddresses`. */
export function addressGroupOf(path: string): string {
  if (own.has(path)) return path;
  const folder = folders.find((name) => path.startsWith(name));
  return folder ? `${folder}…` : otherAddresses;
}

/** The page that a browser named, or `otherAddresses`: anyone can send any path. */
export function pageOf(path: string): string {
  return pages.has(path) ? path : (canonicalPath(path) ?? otherAddresses);
}
