import { parameters } from '../../shared/paths.ts';

/** An address without the parameter that opens an order dialog. */
export function withoutOrder(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  query.delete(parameters.order);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}
