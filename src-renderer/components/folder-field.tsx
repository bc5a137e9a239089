import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { absolute, tilde } from '../format/folder.ts';
import { completions, type Listing } from '../state/completions.ts';
import { start } from '../text/start.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { usePanel, usePanelState } from './panel-context.ts';

/** A folder, typed with completion from the daemon's machine or chosen in the system's dialog where there is one. */
export function FolderField(props: {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean;
}) {
  const { id, value, onChange, disabled = false } = props;
  const panel = usePanel();
  const home = usePanelState((state) => state.home);
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const offered = useCompletions(value, home, open && !disabled);
  const { chooseFolder } = panel.transport;

  const take = (path: string): void => {
    onChange(`${tilde(path, home)}/`);
    setChosen(-1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const first = offered[Math.max(0, chosen)];
    if (event.key === 'ArrowDown' && offered.length > 0) setChosen((chosen + 1) % offered.length);
    else if (event.key === 'ArrowUp' && offered.length > 0) {
      setChosen((Math.max(0, chosen) - 1 + offered.length) % offered.length);
    } else if (event.key === 'Enter' && chosen >= 0 && first !== undefined) take(first);
    else if (event.key === 'Tab' && !event.shiftKey && first !== undefined && !value.endsWith('/'))
      take(first);
    else if (event.key === 'Escape' && open && offered.length > 0) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const choose = async (): Promise<void> => {
    const path = (await chooseFolder?.()) ?? null;
    if (path !== null) onChange(tilde(path, home));
  };

  const shown = open && offered.length > 0;
  return (
    <div className="folder-field">
      <div className="input">
        <Icon name="folder" />
        <input
          id={id}
          value={value}
          disabled={disabled}
          spellCheck={false}
          autoComplete="off"
          role="combobox"
          aria-expanded={shown}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(chosen >= 0 && shown ? { 'aria-activedescendant': `${listId}-${chosen}` } : {})}
          onChange={({ target }) => {
            onChange(target.value);
            setChosen(-1);
            setOpen(true);
          }}
          onFocus={() => {
            setOpen(true);
          }}
          onBlur={() => {
            setOpen(false);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {chooseFolder !== null && (
        <Button words={start.choose} disabled={disabled} onClick={() => void choose()} />
      )}
      <ul className="suggestions" id={listId} role="listbox" aria-label={start.suggestions} hidden={!shown}>
        {offered.map((path, index) => (
          <li
            key={path}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            // Before the field loses the focus, which would take the list away.
            onPointerDown={(event) => {
              event.preventDefault();
              take(path);
            }}
          >
            {tilde(path, home)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Folders that go on with what is typed, read from the daemon as the path grows. */
function useCompletions(typed: string, home: string | null, wanted: boolean): readonly string[] {
  const panel = usePanel();
  const [listing, setListing] = useState<Listing | null>(null);
  const path = absolute(typed, home);
  const parent = path === null ? null : parentOf(typed, path);
  useEffect(() => {
    if (!wanted || parent === null) return;
    let current = true;
    panel.folders(parent).then(
      ({ folders }) => {
        if (current) setListing({ parent, folders });
      },
      () => {
        if (current) setListing({ parent, folders: [] });
      },
    );
    return () => {
      current = false;
    };
  }, [panel, parent, wanted]);
  return wanted && path !== null ? completions(listing, parent, typed.endsWith('/') ? '' : path) : [];
}

function parentOf(typed: string, path: string): string {
  if (typed.trim().endsWith('/') || typed.trim() === '~') return path;
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
