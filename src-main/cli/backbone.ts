#!/usr/bin/env node
import { main } from './main.ts';

/** Who reads us may stop reading, as `head` does. What was to be done is done all the same; there is only nobody to tell. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await main(process.argv.slice(2));
