import type { Dialog } from '../runtime.ts';
import type { OptionList } from './option-list.ts';

/**
 * The keys of a whole permission dialog.
 *
 * Allowing is `1`, not Enter. The digit always means the plain "Yes" of this one request, while Enter takes
 * whichever line is marked when it arrives, which may have become "Yes, and always allow". And a digit that comes
 * too late leaves one character in the input box, where Enter would send what waits there. Verified on 2.1.197.
 * @param footer the hint that this dialog shows while its plain "Yes" is marked and nothing is typed
 * @param refusal label of its last line
 */
export function permissionAnswers(
  list: OptionList,
  footer: string,
  refusal: string,
): Pick<Dialog, 'keys' | 'limit'> {
  const [first, ...others] = list.options;
  const last = others.pop();
  if (
    first === undefined ||
    last?.label !== refusal ||
    !others.every(({ label }) => label.startsWith('Yes, '))
  ) {
    return {
      keys: { deny: 'Escape' },
      limit: 'This permission offers other answers than those that are known. Answer it in the terminal.',
    };
  }
  if (list.marked !== 0) {
    return {
      keys: { deny: 'Escape' },
      limit: 'Another line than the plain "Yes" is marked: someone is answering in the terminal.',
    };
  }
  if (first.label !== 'Yes' || list.footer !== footer) {
    return {
      keys: { deny: 'Escape' },
      limit: 'Words are being added to the answer in the terminal. Finish it there.',
    };
  }
  return { keys: { allow: '1', deny: 'Escape' }, limit: null };
}
