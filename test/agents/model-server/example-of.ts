import type { Schema } from './conversation.ts';

/** Some value that `schema` allows. */
export function exampleOf(schema: Schema | undefined): unknown {
  if (schema?.enum !== undefined) return schema.enum[0];
  switch (schema?.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, exampleOf(schema.properties?.[name])]),
      );
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 1;
    default:
      return 'Scripted session';
  }
}
