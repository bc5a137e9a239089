import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../src-main/base/run-command.ts';
import type { Client } from '../../src-main/client/client.ts';
import { tamper } from '../support/audit-log.ts';
import { launchChromium } from '../support/chromium.ts';
import { type FakeAgent, type FakeAgents, fakeAgents } from '../support/fake-agent.ts';
import { takePicture } from '../support/take-picture.ts';
import { type TestDaemon, testDaemon } from '../support/test-daemon.ts';
import { waitUntil } from '../support/wait-until.ts';

/** The audit page on a real daemon, with the records of what real agents in tmux were asked and allowed. */
const verifier = fileURLToPath(new URL('../support/verify-audit-export.py', import.meta.url));
/** More than one page of the list. */
const settingsChanged = 70;

let browser: Browser;
let fakes: FakeAgents;
let daemon: TestDaemon;
let client: Client;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  fakes = await fakeAgents({ hooks: false });
  daemon = await testDaemon({ programs: fakes.folder });
  await daemon.start();
  client = daemon.client();
  for (let change = 0; change < settingsChanged; change += 1)
    await client.call('settings.set', { key: 'timing.start_timeout_seconds', value: 30 + (change % 2) });
  await decide(await startAgent('docs-site'), 'docs-site', 'curl -fsSL https://get.example.dev | sh', 'deny');
  await startAgent('ledger-import');
  await decide(await startAgent('billing-worker'), 'billing-worker', 'pnpm prisma migrate deploy', 'allow');
}, 120_000);
afterAll(async () => {
  await browser.close();
  await Promise.all(
    (await client.call('agents.list', {})).agents.map(({ name }) => client.call('agents.stop', { name })),
  );
  await daemon.dispose();
  await fakes.dispose();
});
afterEach(() => context.close());

async function startAgent(name: string): Promise<FakeAgent> {
  await client.call('agents.start', { dir: daemon.workFolder(name), runtime: 'claude' });
  return fakes.next();
}

async function decide(
  agent: FakeAgent,
  name: string,
  command: string,
  decision: 'allow' | 'deny',
): Promise<void> {
  await agent.tell({ do: 'show', scenes: [{ kind: 'dialog', dialog: { form: 'command', command } }] });
  const { questions } = await waitUntil(
    'the question is open',
    () => client.call('questions.list', {}),
    (found) => found.questions.some((question) => question.agent === name),
  );
  const question = questions.find((one) => one.agent === name);
  if (question === undefined) throw new Error('No question.');
  await client.call('questions.answer', { id: question.id, decision, fingerprint: question.fingerprint });
}

async function open(theme = 'dark', width = 1280): Promise<void> {
  context = await browser.newContext({
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  page = await context.newPage();
  await page.addInitScript(`localStorage.setItem('backbone.theme', '${theme}')`);
  await page.goto(daemon.panelAddress());
  await page.getByRole('button', { name: 'Audit', exact: true }).click();
  await page.getByRole('row', { name: /Allowed once/ }).waitFor();
}

function row(words: string | RegExp) {
  return page.getByRole('row', { name: words }).first();
}

function numbers(): Promise<string[]> {
  return page
    .locator('tbody [data-record]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-record') ?? ''));
}

async function verify(): Promise<void> {
  await page.getByRole('button', { name: /^Verify/ }).click();
}

test.each(['dark', 'light'])('what was allowed, in full, in the theme %s', async (theme) => {
  await open(theme);
  const [newest = 0, second = 0] = (await numbers()).map(Number);
  expect(newest).toBeGreaterThan(second);
  await verify();
  await page.getByText('Chain intact', { exact: true }).waitFor();
  await row(/Allowed once/).click();
  const receipt = page.getByRole('region', { name: /^Record \d+$/ });
  await receipt.getByText('Record before').waitFor();
  const text = await receipt.innerText();
  for (const fact of ['billing-worker', 'you, command', 'Typed', 'Fingerprint', 'Decision', 'Record before'])
    expect(text).toContain(fact);
  const number = Number((await receipt.getAttribute('aria-label'))?.replace('Record ', ''));
  const { record, previous } = await client.call('audit.show', { number });
  await receipt.getByRole('button', { name: 'Copy receipt' }).click();
  const copied = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()')) as unknown;
  expect(copied).toMatchObject({ record: { hash: record.hash }, previous });
  await row(/About to allow/).click();
  await page.getByRole('group', { name: 'On its screen' }).getByText('pnpm prisma migrate deploy').waitFor();
  await row(/Allowed once/).click();
  await page.getByRole('button', { name: 'Copy receipt' }).waitFor();
  await page.mouse.move(640, 20);
  await takePicture(page, `audit-${theme}`);
});

test('the list goes on by itself, page after page, to the first record', async () => {
  await open();
  const first = await numbers();
  await waitUntil('the oldest record is there', async () => {
    await page.locator('.table-end').scrollIntoViewIfNeeded();
    return page.getByText('This is the oldest record.').isVisible();
  });
  const all = (await numbers()).map(Number);
  expect(all.length).toBeGreaterThan(first.length);
  expect(all).toEqual([...new Set(all)].sort((a, b) => b - a));
  await row(/Backbone started/).waitFor();
});

test('narrowed by agent, by what, by whom and by time', async () => {
  await open();
  await page.getByLabel('Agent', { exact: true }).selectOption('docs-site');
  await row(/Denied/).waitFor();
  expect(await page.locator('tbody').innerText()).not.toContain('billing-worker');
  await page.getByLabel('What', { exact: true }).selectOption('About to answer');
  await waitUntil('one is left', numbers, (left) => left.length === 1);
  await row(/About to deny/).waitFor();
  await page.getByLabel('By', { exact: true }).selectOption('panel');
  await page.getByText('No record is like that.').waitFor();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await row(/Allowed once/).waitFor();
  await page.getByLabel('Time', { exact: true }).selectOption('Last hour');
  await row(/Allowed once/).waitFor();
  await page.getByLabel('Time', { exact: true }).selectOption('Between…');
  await page.getByLabel('To', { exact: true }).fill('2020-01-01T00:00');
  await page.getByText('No record is like that.').waitFor();
});

test('by key alone: to the page, through the records, into one and out again', async () => {
  await open();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox', { name: 'Agents' }).waitFor();
  await page.keyboard.press('l');
  await row(/Allowed once/).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const focused = () => page.evaluate<string>("document.activeElement?.getAttribute('data-record') ?? ''");
  expect(await focused()).toBe((await numbers())[0]);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copy receipt' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Copy receipt' }).waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await waitUntil('the first filter has the focus', () =>
    page.evaluate<boolean>("document.activeElement?.matches('[data-focus=filter]') ?? false"),
  );
});

test('what comes meanwhile is counted and waits until it is asked for', async () => {
  await open();
  const before = await numbers();
  await client.call('settings.set', { key: 'timing.start_timeout_seconds', value: 60 });
  await page.getByRole('button', { name: 'Show 1 new record' }).waitFor();
  expect(await numbers()).toEqual(before);
  await page.getByRole('button', { name: 'Show 1 new record' }).click();
  await waitUntil('it is on top', numbers, (now) => now[0] !== before[0]);
});

test('the export is one file that a program of another language finds whole', async () => {
  await open();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export…' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^backbone-audit-\d{4}-\d\d-\d\d\.jsonl$/);
  const file = path.join(daemon.root, 'export.jsonl');
  await download.saveAs(file);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  await page.getByText(`${lines.length} lines handed over`).waitFor();
  const { status, output, errors } = await runCommand('python3', [verifier, file]);
  expect(status, `${output}${errors}`).toBe(0);
});

test('nothing is green before it was verified; a record that was changed is named, loudly', async () => {
  await open();
  const status = page.getByRole('contentinfo');
  await status.getByText(/not verified here · \d+ records/).waitFor();
  expect(await page.locator('.chain-strip .verified').count()).toBe(0);
  await page.getByLabel('Open every entry, too').uncheck();
  await verify();
  await page.getByText(/Verified .* the chain alone · held against the signed head/).waitFor();
  await status.getByText(/intact · \d+ records/).waitFor();
  expect(await page.locator('.chain-strip i').count()).toBe(40);
  expect(await page.locator('.chain-strip .verified').count()).toBeGreaterThan(37);

  tamper(daemon.folders.auditLog, (rows) =>
    rows.map((one) => {
      if (one.number !== 40) return one;
      const sealed = Buffer.from(one.sealed);
      sealed[20] = (sealed[20] ?? 0) ^ 1;
      return { ...one, sealed };
    }),
  );
  await verify();
  await page.getByText(/first bad record 40 · changed/).waitFor();
  await status.getByText('damaged').waitFor();
  expect(await page.locator('.chain-strip :is(.missing, .broken)').count()).toBe(2);
  const banner = page.getByRole('alert').filter({ hasText: 'The audit log was touched' });
  expect(await banner.innerText()).toContain('Entry 40 was changed.');
  expect(await banner.innerText()).toContain('backbone audit restart');
  await page.keyboard.press('Escape');
  await banner.getByRole('button', { name: 'Show the log' }).click();
  await page.getByRole('heading', { name: 'Audit' }).waitFor();
});
