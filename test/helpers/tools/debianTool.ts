import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const foundFile = path.resolve(import.meta.dirname, '../../../.cache/debian-tools.json');

export type DebianTool = 'caddy' | 'dovecot' | 'jq' | 'nginx' | 'postconf' | 'postgres' | 'promtool';

/** The path of a program that `scripts/prepareDebianTools.mjs` found or fetched; undefined if this machine lacks it. */
export function findDebianTool(name: DebianTool): string | undefined {
  return existsSync(foundFile) ? JSON.parse(readFileSync(foundFile, 'utf8'))[name] : undefined;
}
