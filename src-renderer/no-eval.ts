import { z } from 'zod';

/**
 * zod builds faster parsers by evaluating text, which the page's policy forbids. This must be imported before
 * any schema of the contract, since each schema asks once when it is made.
 */
z.config({ jitless: true });
