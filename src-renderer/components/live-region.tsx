import { usePanelState } from './panel-context.ts';

/** Says to screen readers what came up, not more often than every three seconds. */
export function LiveRegion() {
  const text = usePanelState((state) => state.announcements.text);
  return (
    <div className="unseen" role="status" aria-live="polite">
      {text}
    </div>
  );
}
