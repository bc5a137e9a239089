import { z } from 'zod';

/** Absolute path of a folder. */
export const folderPath = z
  .string()
  .min(1)
  .max(4096)
  .startsWith('/', 'The folder must be an absolute path.')
  .refine((path) => !path.includes('\0'), 'A path cannot hold a NUL character.');
