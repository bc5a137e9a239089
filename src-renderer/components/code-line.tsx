import { useState } from 'react';
import { copyText } from '../terminal/copy-text.ts';
import { app } from '../text/app.ts';
import { Button } from './button.tsx';

/** A command to run elsewhere, with a button that copies it. */
export function CodeLine({ code }: { readonly code: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    setCopied(await copyText(code));
  };
  return (
    <div className="code-line">
      <code>{code}</code>
      <Button
        kind="quiet"
        icon={copied ? 'check' : 'copy'}
        iconOnly
        words={copied ? app.copied : app.copy}
        onClick={() => void copy()}
      />
    </div>
  );
}
