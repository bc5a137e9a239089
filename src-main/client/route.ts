import type { Procedure } from '../contract/procedure.ts';

/** Where a call goes: the input's fields spread over path, query and body. */
export interface Route {
  /** With the query, encoded. */
  readonly path: string;
  /** JSON; null when the method carries none. */
  readonly body: string | null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Spreads parsed `input` as the declaration says: `{field}` into the path, the rest into query (GET, DELETE) or body. */
export function routeOf({ method, path }: Pick<Procedure, 'method' | 'path'>, input: unknown): Route {
  const rest = new Map<string, unknown>(
    Object.entries(input ?? {}).filter(([, value]: [string, unknown]) => value !== undefined),
  );
  const filled = path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = textOf(rest.get(field));
    rest.delete(field);
    return encodeURIComponent(value);
  });
  if (method === 'POST' || method === 'PATCH') {
    return { path: filled, body: JSON.stringify(Object.fromEntries(rest)) };
  }
  const query = new URLSearchParams();
  for (const [field, value] of rest) query.set(field, textOf(value));
  return { path: query.size === 0 ? filled : `${filled}?${query.toString()}`, body: null };
}
