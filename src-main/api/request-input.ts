import { BackboneError } from '../base/errors.ts';
import type { Procedure } from '../contract/procedure.ts';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the fields that do not stand in the path come in the query; else they come in the body. */
export function takesQuery({ method }: Pick<Procedure, 'method'>): boolean {
  return method === 'GET' || method === 'DELETE';
}

/** The path as the router writes it: `/api/agents/:name` for `/api/agents/{name}`. */
export function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function fieldsOf(part: unknown): Record<string, unknown> {
  // An absent body and an empty query are both no fields.
  if (part === undefined || part === null) return {};
  if (!isRecord(part)) throw new BackboneError('invalid_input', 'The body must be a JSON object.');
  return part;
}

/**
 * The raw input of a procedure, put together from the parts of a request.
 * @throws invalid_input when a part comes where none belongs, or a field comes twice
 */
export function requestInput(
  procedure: Pick<Procedure, 'method'>,
  parts: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
): Record<string, unknown> {
  const inQuery = takesQuery(procedure);
  const inPath = fieldsOf(parts.params);
  const used = fieldsOf(inQuery ? parts.query : parts.body);
  const unused = fieldsOf(inQuery ? parts.body : parts.query);
  if (Object.keys(unused).length > 0) {
    throw new BackboneError(
      'invalid_input',
      `${procedure.method} requests take their fields in the ${inQuery ? 'query' : 'body'}.`,
    );
  }
  const twice = Object.keys(inPath).find((field) => Object.hasOwn(used, field));
  if (twice !== undefined) {
    throw new BackboneError('invalid_input', `${twice} stands in the path and must not come again.`);
  }
  return { ...used, ...inPath };
}
