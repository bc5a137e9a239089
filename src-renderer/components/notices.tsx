import { exactTime, stretch } from '../format/age.ts';
import { type Notice as NoticeState, shownNotices } from '../state/notices.ts';
import { app } from '../text/app.ts';
import { AuditNotice } from './audit-notice.tsx';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';
import { Notice } from './notice.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { useAuditHealth } from './use-audit-health.ts';
import { useNow } from './use-now.ts';

const icons: Readonly<Record<NoticeState['tone'], IconName>> = {
  bad: 'warn',
  warn: 'warn',
  plain: 'plug',
  good: 'check',
};

/** What stands under the top bar: at most two at once, worst first. */
export function Notices() {
  const panel = usePanel();
  const lost = usePanelState((state) => state.connection.state === 'lost');
  const { shown, more } = shownNotices(usePanelState((state) => state.notices));
  const { is: health } = useAuditHealth();
  const unsafe = health === 'damaged' || health === 'unwritable';
  const fitting = shown.slice(0, 2 - Number(lost) - Number(unsafe));
  const hidden = more + shown.length - fitting.length;
  if (!lost && !unsafe && shown.length === 0) return null;
  return (
    <div className="notices">
      {lost && <LostNotice />}
      {unsafe && <AuditNotice />}
      {fitting.map((notice) => (
        <Notice
          key={notice.id}
          tone={notice.tone}
          icon={icons[notice.tone]}
          title={notice.title}
          text={notice.text}
          lines={notice.lines}
        >
          <Button
            kind="quiet"
            words={app.dismiss}
            onClick={() => {
              panel.dismiss(notice.id);
            }}
          />
        </Notice>
      ))}
      {hidden > 0 && <p className="hint">{app.moreNotices(hidden)}</p>}
    </div>
  );
}

function LostNotice() {
  const { transport } = usePanel();
  const now = useNow(1_000);
  const heardAt = usePanelState((state) => state.heardAt) ?? now;
  const { attempts } = usePanelState((state) => state.connection);
  return (
    <Notice
      tone="bad"
      icon="plug"
      title={app.lostTitle}
      text={app.lostText(exactTime(heardAt), stretch(now - heardAt), attempts)}
    >
      <Button
        words={app.tryNow}
        onClick={() => {
          transport.retry();
        }}
      />
    </Notice>
  );
}
