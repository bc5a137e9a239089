import { expect, test } from 'vitest';
import { z } from 'zod';
import { docsPage, docsPolicy } from '../../../src-main/api/docs-page.ts';
import { openApi } from '../../../src-main/api/openapi.ts';
import type { Procedure } from '../../../src-main/contract/procedure.ts';
import { procedures } from '../../../src-main/contract/procedures.ts';

const operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean() })),
  requestBody: z.object({ required: z.boolean() }).optional(),
  security: z.array(z.unknown()),
  responses: z.record(z.string(), z.unknown()),
});
const description = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

const text = JSON.stringify(openApi('1.2.3'));
const parsed = description.parse(JSON.parse(text));

test('every procedure stands in it once, with its errors and its authority', () => {
  const operations = Object.values(parsed.paths).flatMap((methods) => Object.values(methods));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(procedures).sort());
  for (const [name, procedure] of Object.entries<Procedure>(procedures)) {
    const one = parsed.paths[procedure.path]?.[procedure.method.toLowerCase()];
    expect(one?.operationId).toBe(name);
    expect(one?.security.length).toBe(procedure.authority === 'public' ? 0 : 1);
    expect(Object.keys(one?.responses ?? {})).toEqual(expect.arrayContaining(['200', '401', '403', '422']));
    for (const code of procedure.errors) expect(JSON.stringify(one?.responses)).toContain(`${code}: `);
  }
});

test('fields are where the route takes them from', () => {
  const screen = parsed.paths['/api/agents/{name}/screen']?.['get'];
  expect(screen?.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ['name', 'path', true],
    ['lines', 'query', false],
  ]);
  expect(screen?.requestBody).toBeUndefined();
  const set = parsed.paths['/api/settings/{key}']?.['patch'];
  expect(set?.parameters.map(({ name }) => name)).toEqual(['key']);
  expect(set?.requestBody?.required).toBe(true);
});

test('every reference leads somewhere in the document', () => {
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
  expect(references).toContain('Error');
  expect(new Set(references).size).toBeGreaterThan(1);
  for (const reference of references) expect(Object.keys(parsed.components.schemas)).toContain(reference);
  expect(text).not.toContain('$defs');
});

test('the page for people names every procedure and error, and runs and loads nothing', () => {
  const page = docsPage('<1>');
  for (const procedure of Object.values<Procedure>(procedures)) expect(page).toContain(procedure.path);
  expect(page).toContain('not_waiting');
  expect(page).toContain('Backbone API &lt;1&gt;');
  expect(page).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|url\(|@import/i);
  expect(docsPolicy).toMatch(/style-src 'sha256-[A-Za-z0-9+/=]{44}'/);
});
