import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandDocs } from '../src-main/cli/command-docs.ts';

writeFileSync(path.join(import.meta.dirname, '../docs/commands.md'), commandDocs());
