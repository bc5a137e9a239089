import { first } from './first.ts';
import { fourth } from './fourth.ts';
import { second } from './second.ts';
import { third } from './third.ts';

/** Every step of the schema, oldest first. The database's `user_version` counts the steps it has taken. */
export const migrations: readonly string[] = [first, second, third, fourth];
