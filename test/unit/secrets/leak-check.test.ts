import { expect, test } from 'vitest';
import { findLeaks } from '../../../src-main/secrets/leak-check.ts';
import { strippedNames } from '../../../src-main/secrets/strip-list.ts';

const rules = {
  stripped: strippedNames(['MAIL_PASSWORD']),
  secrets: ['operator-key-0123456789', 'hunter22', 'x'],
  given: { BACKBONE_API_KEY: 'bba_launch_mac' },
};

test('a clean environment has no leaks, with our own credential, shadows and the person’s own keys in it', () => {
  const environment = {
    BACKBONE_API_KEY: 'bba_launch_mac',
    GITHUB_TOKEN: '',
    ANTHROPIC_API_KEY: 'sk-of-the-person',
    PATH: '/usr/bin:/x',
  };
  expect(findLeaks(environment, rules)).toEqual([]);
});

test('a stripped name with a value leaks; the credential of another launch too', () => {
  const environment = { MAIL_PASSWORD: 'a', TELEGRAM_TOKEN: 'b', BACKBONE_API_KEY: 'bba_other_mac' };
  expect(findLeaks(environment, rules)).toEqual(['BACKBONE_API_KEY', 'MAIL_PASSWORD', 'TELEGRAM_TOKEN']);
});

test('a secret under a harmless name or inside of a text leaks, also where a variable is given', () => {
  const environment = { NOTE: 'see hunter22 here', BACKBONE_API_KEY: 'operator-key-0123456789' };
  expect(findLeaks(environment, rules)).toEqual(['BACKBONE_API_KEY', 'NOTE']);
});

test('every name of ours and of the file is stripped, once, and nothing else', () => {
  expect(strippedNames(['MAIL_PASSWORD', 'GITHUB_TOKEN'])).toEqual([
    'BACKBONE_API_KEY',
    'GITHUB_TOKEN',
    'GITHUB_WEBHOOK_SECRET',
    'GITHUB_APP_ID',
    'GITHUB_APP_PRIVATE_KEY_PATH',
    'TELEGRAM_TOKEN',
    'BACKBONE_DATABASE_URL',
    'AGENT_MASTER_KEY',
    'MAIL_PASSWORD',
  ]);
});
