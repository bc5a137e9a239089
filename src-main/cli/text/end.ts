import type { LaunchEnd } from '../../contract/agent.ts';
import { moment } from './age.ts';

/** How a launch ended, in words. */
export function howItEnded({ how, status, signal }: Omit<LaunchEnd, 'at' | 'lastLines'>): string {
  if (how === 'stopped') return 'was stopped';
  if (how === 'lost') return 'ended while no daemon ran';
  if (signal !== null) return `was ended by signal ${signal}`;
  return status === null ? 'ended' : `ended with status ${status}`;
}

/** How and when a launch ended. */
export function endText(end: LaunchEnd): string {
  return `${howItEnded(end)}, ${moment(end.at)}`;
}
