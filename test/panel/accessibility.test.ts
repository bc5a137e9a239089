import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type PanelFixture, Refusal, startPanelFixture } from '../support/panel-fixture.ts';
import { sampleAudit } from '../support/sample-audit.ts';
import { sampleConsent, sampleVault } from '../support/sample-consent.ts';
import { sampleFleet, sampleRuntimes } from '../support/sample-fleet.ts';

let browser: Browser;
let daemon: PanelFixture;
let empty: PanelFixture;
let audited: PanelFixture;
let waiting: PanelFixture;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launchChromium();
  daemon = await startPanelFixture({ ...sampleFleet(Date.now()), runtimes: sampleRuntimes(true) });
  audited = await startPanelFixture({
    ...sampleFleet(Date.now()),
    runtimes: sampleRuntimes(true),
    handlers: sampleAudit(Date.now()),
  });
  waiting = await startPanelFixture({
    ...sampleConsent(Date.now()),
    runtimes: sampleRuntimes(true),
    handlers: {
      'keys.list': () => sampleVault(Date.now(), { backend: 'sealed_file', state: 'locked' }),
      'agents.start': () => {
        throw new Refusal('passphrase_needed', 'The lock is sealed with a passphrase.');
      },
    },
  });
  empty = await startPanelFixture({ agents: [], questions: [], runtimes: sampleRuntimes(false) });
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
  await empty.dispose();
  await audited.dispose();
  await waiting.dispose();
});
afterEach(() => context.close());

async function open(address: string, theme: string, width = 1280): Promise<Page> {
  context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.addInitScript(`localStorage.setItem('backbone.theme', '${theme}')`);
  await page.goto(address);
  return page;
}

/** What axe finds, one line each. What is drawn behind the glass is the agent's. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude('.xterm').analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id} ${String(target)} ${html}`),
  );
}

describe.each(['dark', 'light', 'contrast'])('in the theme %s', (theme) => {
  test('the agents, each form of question, and the details have no finding', async () => {
    const page = await open(daemon.address, theme);
    for (const name of ['checkout-api', 'ledger-import', 'docs-site', 'cart-move', 'ml-notebooks']) {
      await page.getByRole('option', { name: new RegExp(`^${name},`) }).click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
      expect(await findings(page)).toEqual([]);
    }
    await page.keyboard.press('i');
    await page.getByRole('heading', { name: 'Name and record' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await findings(page)).toEqual([]);
  });

  test('the audit page, a record in full, and a log that was touched have no finding', async () => {
    const page = await open(audited.address, theme);
    await page.getByRole('button', { name: 'Audit', exact: true }).click();
    await page.getByRole('button', { name: 'Record 7 in full' }).click();
    await page.getByRole('button', { name: 'Copy receipt' }).waitFor();
    await page.getByRole('group', { name: 'On its screen' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByLabel('Time', { exact: true }).selectOption('Between…');
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByText('The audit log was touched').waitFor();
    expect(await findings(page)).toEqual([]);
  });

  test('keys, locks, runs, the vault and its sheets have no finding', async () => {
    const page = await open(waiting.address, theme);
    for (const [row, name] of [
      [/^deploy-scripts,/, 'deploy-scripts'],
      [/^refunds,/, 'refunds'],
      [/^notes,/, 'notes'],
      [/^run in nightly-report,/, 'run in nightly-report'],
    ] as const) {
      await page.getByRole('option', { name: row }).click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
      expect(await findings(page)).toEqual([]);
    }
    await page.keyboard.press('v');
    await page.getByRole('row', { name: /^GITHUB_TOKEN/ }).waitFor();
    await page.getByRole('button', { name: 'Add a key…' }).click();
    await page.getByRole('button', { name: 'Save key' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Rotate… GITHUB_TOKEN' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Start agent' }).click();
    await page.getByRole('combobox', { name: 'Folder' }).fill('~/w');
    await page.getByRole('combobox', { name: 'Folder' }).press('Control+Enter');
    await page.getByLabel('Passphrase').waitFor();
    expect(await findings(page)).toEqual([]);
  });

  test('the start page and the first screen have no finding', async () => {
    const page = await open(daemon.address, theme);
    await page.getByRole('button', { name: 'Start agent' }).click();
    await page.getByRole('combobox', { name: 'Folder' }).pressSequentially('~/w');
    await page.getByRole('option', { name: '~/work', exact: true }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.goto(empty.address);
    await page.getByText('No agent CLI is installed').waitFor();
    expect(await findings(page)).toEqual([]);
  });
});

describe('widths', () => {
  test.each([1_920, 1_280, 1_080, 848, 640])('nothing scrolls sideways at %i', async (width) => {
    const page = await open(daemon.address, 'dark', width);
    await page.getByRole('option', { name: /^checkout-api,/ }).click();
    await page.getByRole('button', { name: 'Allow once' }).waitFor();
    const over = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(over).toBe(0);
    await page.goto(waiting.address);
    for (const row of [/^refunds,/, /^deploy-scripts,/]) {
      await page.getByRole('option', { name: row }).click();
      await page.getByRole('button', { name: /^Deny/ }).waitFor();
      expect(
        await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      ).toBe(0);
      if (width <= 848) await page.getByRole('button', { name: 'Back to agents' }).click();
    }
    await page.keyboard.press('v');
    await page.getByRole('row', { name: /^GITHUB_TOKEN/ }).waitFor();
    expect(
      await page.evaluate(
        "document.querySelector('.page').scrollWidth - document.querySelector('.page').clientWidth",
      ),
    ).toBe(0);
    await page.goto(audited.address);
    await page.getByRole('button', { name: 'Audit', exact: true }).click();
    await page.getByRole('button', { name: 'Record 7 in full' }).click();
    await page.getByRole('button', { name: 'Copy receipt' }).waitFor();
    expect(
      await page.evaluate(
        "document.querySelector('.page').scrollWidth - document.querySelector('.page').clientWidth",
      ),
    ).toBe(0);
    expect(await page.locator('.table').evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
  });
});
