import { BackboneError } from '../base/errors.ts';

const key =
  /^(?:[CMS]-){0,3}(?:[!-~]|Enter|Escape|Tab|BTab|Space|BSpace|Up|Down|Left|Right|Home|End|PageUp|PageDown|DC|IC|F(?:[1-9]|1[0-2]))$/;

/**
 * Refuses what is not the name of one key: tmux would type an unknown name letter by letter.
 * @throws invalid_input
 */
export function checkKeys(keys: readonly string[]): void {
  const wrong = keys.find((name) => !key.test(name));
  if (wrong !== undefined || keys.length === 0) {
    throw new BackboneError('invalid_input', `${JSON.stringify(wrong ?? '')} is not the name of one key.`);
  }
}
