import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type ErrorKind, errorKinds } from '../contract/errors.ts';
import { commonErrors, type Procedure } from '../contract/procedure.ts';
import { procedures } from '../contract/procedures.ts';

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
h2 { margin-top: 2.5rem; font-size: 1rem; }
h2 .method { display: inline-block; min-width: 4.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
pre { overflow-x: auto; padding: .6rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; }
`;

/** The page loads nothing and runs nothing; its one style is allowed by its hash. */
export const docsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function schemaText(schema: z.ZodType, io: 'input' | 'output'): string {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return escaped(JSON.stringify(rest, null, 2));
}

function section(name: string, procedure: Procedure): string {
  const errors = procedure.errors.map((code) => `<code>${code}</code>`).join(', ') || 'none of its own';
  return `<section id="${escaped(name)}">
<h2><code class="method">${procedure.method}</code> <code>${escaped(procedure.path)}</code></h2>
<p>${escaped(procedure.summary)}</p>
<p>Name <code>${escaped(name)}</code>. Who may call: <strong>${procedure.authority}</strong>. Errors: ${errors}.</p>
<details><summary>Input</summary><pre>${schemaText(procedure.input, 'input')}</pre></details>
<details><summary>Answer</summary><pre>${schemaText(procedure.output, 'output')}</pre></details>
</section>`;
}

function errorRow([code, kind]: [string, ErrorKind]): string {
  return `<tr><td><code>${code}</code></td><td>${kind.status}</td><td>${kind.exit}</td><td>${escaped(kind.meaning)}</td></tr>`;
}

/** The documentation for people, made from the contract: one page without scripts. */
export function docsPage(version: string): string {
  const sections = Object.entries<Procedure>(procedures).map(([name, entry]) => section(name, entry));
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Backbone API</title><style>${style}</style></head>
<body>
<h1>Backbone API ${escaped(version)}</h1>
<p>Every call needs <code>Authorization: Bearer KEY</code>, but for those that anyone may call. GET and DELETE take their
fields in the query, POST and PATCH in a JSON body. Any call may answer ${commonErrors.map((code) => `<code>${code}</code>`).join(', ')}.
The same as <a href="/openapi.json">OpenAPI</a>.</p>
${sections.join('\n')}
<section id="errors"><h2>Errors</h2>
<table><thead><tr><th>Code</th><th>HTTP</th><th>Exit</th><th>Meaning</th></tr></thead>
<tbody>${Object.entries<ErrorKind>(errorKinds).map(errorRow).join('\n')}</tbody></table></section>
</body>
</html>
`;
}
