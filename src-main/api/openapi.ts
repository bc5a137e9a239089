import { z } from 'zod';
import { errorBody } from '../contract/error-body.ts';
import { type ErrorCode, errorKinds } from '../contract/errors.ts';
import { commonErrors, type Procedure } from '../contract/procedure.ts';
import { procedures } from '../contract/procedures.ts';
import { takesQuery } from './request-input.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** A value with every reference to a schema's own definitions pointed at the shared ones. */
function withReferences(value: unknown, prefix: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => withReferences(entry, prefix));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]: [string, unknown]) => {
      if (key === '$ref' && typeof entry === 'string') {
        return [key, entry.replace('#/$defs/', `#/components/schemas/${prefix}`)];
      }
      return [key, withReferences(entry, prefix)];
    }),
  );
}

/** Makes schemas for a description and collects the definitions they refer to. */
class Schemas {
  readonly shared: Record<string, unknown> = {};

  of(schema: z.ZodType, io: 'input' | 'output', owner: string): unknown {
    const { $schema: _, $defs, ...rest } = z.toJSONSchema(schema, { io });
    const prefix = `${owner}.${io}.`;
    for (const [name, definition] of Object.entries($defs ?? {})) {
      this.shared[prefix + name] = withReferences(definition, prefix);
    }
    return withReferences(rest, prefix);
  }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

/** The codes a procedure may answer, by HTTP status. */
function codesByStatus(procedure: Procedure): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...commonErrors, ...procedure.errors])) {
    const { status } = errorKinds[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function responsesOf(procedure: Procedure, answer: unknown): Record<string, unknown> {
  const responses: Record<string, unknown> = {
    200: { description: 'Done.', content: { 'application/json': { schema: answer } } },
  };
  for (const [status, codes] of codesByStatus(procedure)) {
    responses[status] = {
      description: codes.map((code) => `${code}: ${errorKinds[code].meaning}`).join('\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return responses;
}

function inputOf(procedure: Procedure, schema: unknown): Record<string, unknown> {
  const { properties = {}, required = [], ...rest } = isSchema(schema) ? schema : {};
  const inPath = [...procedure.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const outside = Object.keys(properties).filter((field) => !inPath.includes(field));
  const parameter = (field: string, place: 'path' | 'query'): unknown => ({
    name: field,
    in: place,
    required: place === 'path' || required.includes(field),
    schema: properties[field],
  });
  const parameters = inPath.map((field) => parameter(field, 'path'));
  if (takesQuery(procedure)) {
    return { parameters: [...parameters, ...outside.map((field) => parameter(field, 'query'))] };
  }
  const body = {
    ...rest,
    properties: Object.fromEntries(outside.map((field) => [field, properties[field]])),
    required: required.filter((field) => outside.includes(field)),
  };
  return {
    parameters,
    requestBody: {
      required: body.required.length > 0,
      content: { 'application/json': { schema: body } },
    },
  };
}

/** The OpenAPI 3.1 description of every procedure, made from the contract. */
export function openApi(version: string): Record<string, unknown> {
  const schemas = new Schemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, procedure] of Object.entries<Procedure>(procedures)) {
    paths[procedure.path] = {
      ...paths[procedure.path],
      [procedure.method.toLowerCase()]: {
        operationId: name,
        summary: procedure.summary,
        description: `Authority: ${procedure.authority}.`,
        'x-authority': procedure.authority,
        security: procedure.authority === 'public' ? [] : [{ key: [] }],
        ...inputOf(procedure, schemas.of(procedure.input, 'input', name)),
        responses: responsesOf(procedure, schemas.of(procedure.output, 'output', name)),
      },
    };
  }
  const error = schemas.of(errorBody, 'output', 'Error');
  return {
    openapi: '3.1.0',
    info: { title: 'Backbone', version },
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: { ...schemas.shared, Error: error },
    },
  };
}
