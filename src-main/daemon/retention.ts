import type { QuestionStore } from '../approvals/question-store.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import type { Settings } from '../settings/settings.ts';

const day = 86_400_000;

/** Removes what is older than the settings keep, now and once a day. */
export function startRetention(parts: {
  readonly questions: QuestionStore;
  readonly audit: AuditLog;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
}): Disposable {
  const { questions, audit, settings, clock, logger } = parts;
  const before = (days: number): number => clock.now() - days * day;
  const tidy = async (): Promise<void> => {
    await questions.prune(before(settings.get('retention.questions_days')));
    const auditDays = settings.get('retention.audit_days');
    const old = auditDays === null ? null : await audit.closed(before(auditDays));
    if (old !== null) await audit.trim(old, { actor: { door: 'daemon', name: null }, details: {} });
  };
  const run = (): void => {
    tidy().catch((error: unknown) => logger.failure('retention', error));
  };
  run();
  const timer = setInterval(run, day);
  return { dispose: () => clearInterval(timer) };
}
