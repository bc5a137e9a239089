import type { VaultKey, VaultView } from '../../src-main/contract/vault.ts';
import { age, calendarDay } from '../format/age.ts';
import { takesKeys } from '../state/vault-reading.ts';
import type { Sheet } from '../state/view.ts';
import { vault } from '../text/vault.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { useNow } from './use-now.ts';

/** The keys of the vault by name: when they were given and changed, and the ways to change them. */
export function KeyTable({ view }: { readonly view: VaultView }) {
  const now = useNow(60_000);
  if (view.keys.length === 0) {
    // While it is not open, the place itself has said all.
    if (view.state !== 'open') return null;
    return (
      <div className="empty">
        <Icon name="key" />
        <b>{vault.empty}</b>
        <p className="soft">{vault.emptyText}</p>
      </div>
    );
  }
  return (
    <table className="table key-table">
      <thead>
        <tr>
          <th>{vault.columns.key}</th>
          <th className="is">{vault.columns.is}</th>
          <th className="used">{vault.columns.used}</th>
          <th className="changed">{vault.columns.changed}</th>
          <th className="expires">{vault.columns.expires}</th>
          <th className="acts">
            <span className="unseen-words">{vault.columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {view.keys.map((key) => (
          <Row key={key.name} entry={key} isOpen={view.state === 'open'} takes={takesKeys(view)} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  entry,
  isOpen,
  takes,
  now,
}: {
  readonly entry: VaultKey;
  /** Whether values can be read now; to give a key another name, its value is read. */
  readonly isOpen: boolean;
  readonly takes: boolean;
  readonly now: number;
}) {
  const { name, note, is, addedAt, rotatedAt, usedAt, expiresAt } = entry;
  const lost = is === 'missing' || is === 'empty';
  const expired = expiresAt !== null && expiresAt <= now;
  // In a narrow window their columns are not there.
  const trouble = [...(lost ? [vault.is[is]] : []), ...(expired ? [vault.expired] : [])].join(', ');
  return (
    <tr>
      <td>
        <span className="key-cell" title={note === null ? name : `${name}\n${note}`}>
          <b className="cut">{name}</b>
          {note !== null && <span className="hint cut">{note}</span>}
          {trouble !== '' && <span className="mid-narrow danger-words">{trouble}</span>}
        </span>
      </td>
      <td className={lost ? 'is danger-words' : 'is soft'}>
        {lost && <Icon name="warn" small />} {vault.is[is]}
      </td>
      <td className="used soft">{usedAt === null ? vault.never : age(usedAt, now)}</td>
      <td className="changed soft">
        {rotatedAt === null ? vault.added(age(addedAt, now)) : age(rotatedAt, now)}
      </td>
      <td className={expired ? 'expires danger-words' : 'expires soft'}>
        {expired && <Icon name="warn" small />}{' '}
        {expiresAt === null ? vault.noDate : expired ? vault.expired : calendarDay(expiresAt)}
      </td>
      <td className="acts">
        <span className="key-acts">
          <Act
            sheet={{ is: 'rotate-key', key: name }}
            words={vault.rotate}
            label={vault.rotateLabel(name)}
            able={takes}
          />
          <Act
            sheet={{ is: 'rename-key', key: name }}
            words={vault.rename}
            label={vault.renameLabel(name)}
            able={isOpen}
          />
          <Act
            sheet={{ is: 'remove-key', key: name }}
            words={vault.remove}
            label={vault.removeLabel(name)}
            able={takes}
          />
        </span>
      </td>
    </tr>
  );
}

function Act(props: {
  readonly sheet: Sheet;
  readonly words: string;
  readonly label: string;
  readonly able: boolean;
}) {
  const { sheet, words, label, able } = props;
  const panel = usePanel();
  const connected = usePanelState((state) => state.connection.state === 'connected');
  return (
    <Button
      kind="quiet"
      words={words}
      aria-label={label}
      disabled={!able || !connected}
      onClick={() => {
        panel.openSheet(sheet);
      }}
    />
  );
}
