import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { VaultView } from '../../src-main/contract/vault.ts';
import { launchChromium } from '../support/chromium.ts';
import {
  type PanelFixture,
  type PanelFixtureOptions,
  Refusal,
  startPanelFixture,
} from '../support/panel-fixture.ts';
import { sampleConsent, sampleVault } from '../support/sample-consent.ts';
import { sampleRuntimes } from '../support/sample-fleet.ts';
import { waitUntil } from '../support/wait-until.ts';

let browser: Browser;
let fixture: PanelFixture | null = null;
const now = Date.now();
const secretValue = 'sk_test_51Habcdef';

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await fixture?.dispose();
  fixture = null;
});

async function open(
  handlers: NonNullable<PanelFixtureOptions['handlers']>,
): Promise<{ page: Page; daemon: PanelFixture; logged: string[] }> {
  const daemon = await startPanelFixture({ ...sampleConsent(now), runtimes: sampleRuntimes(true), handlers });
  fixture = daemon;
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto(daemon.address);
  await page.getByRole('listbox', { name: 'Agents' }).waitFor();
  await page.keyboard.press('v');
  await page.getByRole('heading', { name: 'Vault' }).waitFor();
  return { page, daemon, logged };
}

function calls(daemon: PanelFixture, wanted: string) {
  return daemon.calls.filter(({ name }) => name === wanted).map(({ input }) => input);
}

describe('the vault', () => {
  test('says which place it is, and of each key what is known but its value', async () => {
    const { page } = await open({ 'keys.list': () => sampleVault(now) });
    const place = page.getByRole('region', { name: 'OS keyring' });
    expect(await place.textContent()).toContain('unlocked · 5 keys');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
    expect(await row('SENTRY_TOKEN').textContent()).toContain('missing');
    expect(await row('SENTRY_TOKEN').textContent()).toContain('never');
    expect(await row('PYPI_UPLOAD').textContent()).toContain('expired');
    expect(await row('ANTHROPIC_API_KEY').textContent()).toContain('of the team, paid by the shop');
    expect(await page.getByRole('button', { name: 'Lock', exact: true }).count()).toBe(0);
  });

  test('a key is added by keyboard alone; its value is sent once and stays nowhere', async () => {
    let view: VaultView = sampleVault(now, { keys: [] });
    const { page, daemon, logged } = await open({
      'keys.list': () => view,
      'keys.add': ({ name }) => {
        view = sampleVault(now);
        return { name };
      },
    });
    await page.getByText('No key is kept yet').waitFor();
    await page.getByRole('button', { name: 'Add a key…' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('PATH');
    await page.getByText(/steers what a program loads/).waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('STRIPE_TEST_KEY');
    await page.keyboard.press('Tab');
    await page.keyboard.type(secretValue);
    await page
      .getByText(`${secretValue.length} characters. It is cleared from here when you save.`)
      .waitFor();
    expect(await page.content()).not.toContain(secretValue);
    await page.keyboard.press('Tab');
    await page.keyboard.type('of the sandbox');
    await page.keyboard.press('Enter');
    await page.getByText('STRIPE_TEST_KEY is kept').waitFor();
    await page.getByRole('row', { name: /^STRIPE_TEST_KEY/ }).waitFor();
    expect(calls(daemon, 'keys.add')).toEqual([
      { name: 'STRIPE_TEST_KEY', value: secretValue, note: 'of the sandbox' },
    ]);
    expect(await page.content()).not.toContain(secretValue);
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
      secretValue,
    );
    expect(logged.join('\n')).not.toContain(secretValue);
  });

  test('a refused key empties its field, too, and says why', async () => {
    const { page } = await open({
      'keys.list': () => sampleVault(now),
      'keys.add': () => {
        throw new Refusal('key_exists', 'The vault has a key of that name already.');
      },
    });
    await page.getByRole('button', { name: 'Add a key…' }).click();
    await page.getByRole('textbox', { name: /^Name/ }).fill('GITHUB_TOKEN');
    await page.getByLabel('Value', { exact: true }).fill(secretValue);
    await page.getByRole('button', { name: 'Save key' }).click();
    await page
      .getByRole('alert')
      .getByText(/The vault has a key of that name already/)
      .waitFor();
    expect(await page.getByLabel('Value', { exact: true }).inputValue()).toBe('');
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('GITHUB_TOKEN');
  });

  test('a value of several lines is refused loudly instead of being joined', async () => {
    const { page } = await open({ 'keys.list': () => sampleVault(now) });
    await page.getByRole('button', { name: 'Add a key…' }).click();
    const field = page.getByLabel('Value', { exact: true });
    const paste = (text: string) =>
      field.evaluate((input, pasted) => {
        const data = new DataTransfer();
        data.setData('text', pasted);
        return input.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      }, text);
    expect(await paste('-----BEGIN KEY-----\nabc\n')).toBe(false);
    await page.getByText(/That has several lines/).waitFor();
    expect(await paste('one line\n')).toBe(true);
  });

  test('rotate, rename and remove go by sheets, which say what does not change', async () => {
    const { page, daemon } = await open({
      'keys.list': () => sampleVault(now),
      'keys.rotate': ({ name }) => ({ name }),
      'keys.rename': ({ to }) => ({ name: to }),
      'keys.remove': () => {
        throw new Refusal('record_failed', 'It could not be recorded, so nothing was done.');
      },
    });
    await page.getByRole('button', { name: 'Rotate… GITHUB_TOKEN' }).click();
    await page.getByText('Agents that run keep the old value').waitFor();
    await page.getByLabel('New value').fill(secretValue);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(calls(daemon, 'keys.rotate')).toEqual([{ name: 'GITHUB_TOKEN', value: secretValue }]);
    await page.getByRole('button', { name: 'Rename… GITHUB_TOKEN' }).click();
    await page.getByLabel('New name').fill('GITHUB TOKEN');
    expect(await page.getByRole('button', { name: 'Rename', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('New name').fill('GH_TOKEN');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(calls(daemon, 'keys.rename')).toEqual([{ name: 'GITHUB_TOKEN', to: 'GH_TOKEN' }]);
    await page.getByRole('button', { name: 'Remove… GITHUB_TOKEN' }).click();
    await page.getByRole('button', { name: 'Remove GITHUB_TOKEN' }).click();
    await page.getByText('It could not be recorded, so nothing was done.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

describe('the sealed file', () => {
  const sealed = (state: VaultView['state']): VaultView =>
    sampleVault(now, { backend: 'sealed_file', state, says: 'Keys are kept in sealed files.' });

  test('is unlocked and locked again; meanwhile keys can be added, and none renamed', async () => {
    let view = sealed('locked');
    const { page, daemon } = await open({
      'keys.list': () => view,
      'vault.unlock': ({ passphrase }) => {
        if (passphrase !== 'right') throw new Refusal('wrong_passphrase', 'The passphrase does not open it.');
        view = sealed('open');
        return view;
      },
      'vault.lock': () => {
        view = sealed('locked');
        return view;
      },
    });
    const field = page.getByRole('textbox', { name: /^Passphrase/ });
    expect(await page.getByRole('button', { name: 'Rename… GITHUB_TOKEN' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Add a key…' }).isDisabled()).toBe(false);
    await field.fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('The passphrase does not open it.').waitFor();
    expect(await field.inputValue()).toBe('');
    await field.fill('right');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await page.getByRole('button', { name: 'Unlock', exact: true }).waitFor();
    expect(calls(daemon, 'vault.unlock')).toEqual([{ passphrase: 'wrong' }, { passphrase: 'right' }]);
  });

  test('a first passphrase is typed twice', async () => {
    const { page, daemon } = await open({
      'keys.list': () => ({ ...sealed('absent'), keys: [] }),
      'vault.unlock': () => ({ ...sealed('open'), keys: [] }),
    });
    await page.getByRole('textbox', { name: /^Passphrase/ }).fill('one');
    await page.getByLabel('Once more').fill('other');
    await page.keyboard.press('Enter');
    await page.getByText('The two are not the same.', { exact: false }).waitFor();
    expect(calls(daemon, 'vault.unlock')).toEqual([]);
    await page.getByRole('textbox', { name: /^Passphrase/ }).fill('one');
    await page.getByLabel('Once more').fill('one');
    await page.keyboard.press('Enter');
    await waitUntil(
      'it is sent',
      () => Promise.resolve(calls(daemon, 'vault.unlock')),
      (sent) => sent.length === 1,
    );
  });

  test('a vault that may not be used says why and what to run, and looks again', async () => {
    let refused = true;
    const { page } = await open({
      'keys.list': () => {
        if (refused) throw new Refusal('plaintext_backend', 'The keyring keeps secrets in plain text.');
        return sampleVault(now);
      },
    });
    const notice = page.getByRole('alert');
    await notice.getByText('The keyring keeps secrets in plain text.').waitFor();
    await notice.getByText('backbone doctor').waitFor();
    expect(await page.getByRole('button', { name: 'Add a key…' }).isDisabled()).toBe(true);
    refused = false;
    await notice.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row', { name: /^GITHUB_TOKEN/ }).waitFor();
  });
});
