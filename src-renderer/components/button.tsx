import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { KeyCap } from './key-cap.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  /** What will happen, in words. */
  readonly words: string;
  readonly kind?: 'main' | 'plain' | 'quiet' | 'risk';
  readonly icon?: IconName;
  /** Only the icon is seen; the words are its name. */
  readonly iconOnly?: boolean;
  readonly cap?: string;
  readonly submits?: boolean;
}

/** A button that says what will happen. */
export function Button({
  words,
  kind = 'plain',
  icon,
  iconOnly = false,
  cap,
  submits = false,
  className = '',
  ...rest
}: ButtonProps) {
  const name = iconOnly ? { 'aria-label': words, title: words } : {};
  return (
    <button
      type={submits ? 'submit' : 'button'}
      className={`button ${kind} ${iconOnly ? 'only-icon' : ''} ${className}`}
      {...name}
      {...rest}
    >
      {icon !== undefined && <Icon name={icon} small={iconOnly} />}
      {!iconOnly && <span>{words}</span>}
      {cap !== undefined && <KeyCap>{cap}</KeyCap>}
    </button>
  );
}
