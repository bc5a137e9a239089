import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Question, QuestionOutcome } from '../../src-main/contract/question.ts';
import { launchChromium } from '../support/chromium.ts';
import {
  type PanelFixture,
  type PanelFixtureOptions,
  Refusal,
  startPanelFixture,
} from '../support/panel-fixture.ts';
import { hostileText, keySubject, runQuestion, sampleConsent } from '../support/sample-consent.ts';
import { sampleAgent, sampleReading, sampleRuntimes } from '../support/sample-fleet.ts';
import { waitUntil } from '../support/wait-until.ts';

let browser: Browser;
let fixture: PanelFixture | null = null;
let problems: string[] = [];
const now = Date.now();
const sample = sampleConsent(now);

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await fixture?.dispose();
  fixture = null;
  expect(problems).toEqual([]);
  problems = [];
});

async function open(
  options: Partial<PanelFixtureOptions> = {},
): Promise<{ page: Page; daemon: PanelFixture }> {
  const daemon = await startPanelFixture({
    ...sample,
    runtimes: sampleRuntimes(true),
    ...options,
    handlers: { 'questions.answer': receiptFor, ...options.handlers },
  });
  fixture = daemon;
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) problems.push(message.text());
  });
  await page.goto(daemon.address);
  return { page, daemon };
}

function receiptFor(input: Record<string, unknown>) {
  return {
    questionId: input['id'],
    agent: 'deploy-scripts',
    decision: input['decision'],
    by: { door: 'panel', name: null },
    at: Date.now(),
    key: null,
    alreadyAnswered: false,
  };
}

function questionOf(id: string): Question {
  const found = sample.questions.find((question) => question.id === id);
  if (found === undefined) throw new Error(`The sample has no question ${id}.`);
  return found;
}

function closed(
  question: Question,
  how: QuestionOutcome['how'],
  change: Partial<QuestionOutcome> = {},
): Question {
  const outcome = { how, decision: null, by: null, at: Date.now(), key: null, ...change };
  return { ...question, state: 'closed', outcome };
}

const card = (page: Page): Locator => page.getByRole('region', { name: /^Question/ });
const answers = (daemon: PanelFixture) =>
  daemon.calls.filter(({ name }) => name === 'questions.answer').map(({ input }) => input);

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('option', { name: new RegExp(`^${name},`) }).click();
}

async function opened(button: Locator): Promise<void> {
  await waitUntil(
    'the button opens',
    () => button.getAttribute('aria-disabled'),
    (off) => off === 'false',
  );
}

describe('a start that waits', () => {
  test('stands among what needs you, without a terminal, and says what each answer does', async () => {
    const { page, daemon } = await open();
    await page
      .getByRole('option', { name: 'refunds, needs you, Waits for its lock: new here, 2 min' })
      .waitFor();
    await choose(page, 'deploy-scripts');
    await page.getByRole('heading', { name: 'Not started yet' }).waitFor();
    const place = page.getByRole('region', { name: 'Not started yet' });
    expect(await place.textContent()).toContain('The program starts all the same, without this key.');
    expect(await page.getByRole('group', { name: /^Screen of/ }).count()).toBe(0);
    expect(daemon.said.filter(({ event }) => event === 'terminal.join')).toEqual([]);
  });

  test('is given up by the button in its head', async () => {
    const deploy = sample.agents[0];
    if (deploy === undefined) throw new Error('The sample has no agent.');
    const off = { ...deploy, questionId: null, reading: sampleReading('offline', now) };
    const { page, daemon } = await open({
      handlers: { 'agents.stop': () => ({ agent: off, outcome: 'stopped', ended: [] }) },
    });
    await choose(page, 'deploy-scripts');
    await page.getByRole('button', { name: 'Give up start of deploy-scripts' }).click();
    await page.getByRole('button', { name: 'Start deploy-scripts' }).waitFor();
    expect(daemon.calls.filter(({ name }) => name === 'agents.stop')).toEqual([
      { name: 'agents.stop', input: { name: 'deploy-scripts' } },
    ]);
    daemon.emit('question.changed', { question: closed(questionOf('question-deploy-scripts'), 'ended') });
    await page.getByText(/The start was given up at/).waitFor();
    await page.getByText('Nothing was decided.').waitFor();
  });
});

describe('the card of a key', () => {
  test('says name, place, why, how, what it means and when it expires', async () => {
    const { page } = await open();
    await choose(page, 'deploy-scripts');
    await card(page).getByRole('heading', { name: 'Give a key to an agent' }).waitFor();
    const words = await card(page).textContent();
    expect(words).toContain('STRIPE_TEST_KEY · in your vault');
    expect(words).toContain('“The refund test calls the sandbox.”');
    expect(words).toContain('As an environment variable, to Claude Code, for this launch only');
    expect(words).toContain('It can read the value and use it as it likes');
    expect(words).toMatch(/Expires\d+ \w+ \d{4}, in 1[12] d/);
    expect(words).toContain('1 more after this');
  });

  test('gives once, however often it is pressed, and the next key follows', async () => {
    const { page, daemon } = await open();
    await choose(page, 'deploy-scripts');
    const give = card(page).getByRole('button', { name: 'Give for this launch' });
    await opened(give);
    await give.dblclick({ noWaitAfter: true });
    await page.getByRole('heading', { name: 'Given for this launch' }).waitFor();
    expect(answers(daemon)).toEqual([
      { id: 'question-deploy-scripts', decision: 'allow', fingerprint: 'print-deploy-scripts' },
    ]);
    daemon.emit('question.changed', {
      question: closed(questionOf('question-deploy-scripts'), 'answered', { decision: 'allow' }),
    });
    await card(page).getByText('ZENDESK_TOKEN').waitFor();
    expect(await card(page).textContent()).toContain('inside of its agent.lock');
    expect(await card(page).textContent()).toContain('The lock does not say why.');
  });

  test('for good by its own button alone, deny by key', async () => {
    const { page, daemon } = await open();
    await choose(page, 'deploy-scripts');
    const always = card(page).getByRole('button', { name: 'Give until its lock or folder changes' });
    await opened(always);
    await page.keyboard.press('q');
    expect(await card(page).locator('kbd').allTextContents()).toEqual(['A', 'D']);
    await always.click();
    await page.getByRole('heading', { name: 'Given until its lock or folder changes' }).waitFor();
    expect(answers(daemon)).toMatchObject([{ decision: 'allow_always' }]);
    await choose(page, 'run in nightly-report');
    await opened(card(page).getByRole('button', { name: 'Deny' }));
    await page.keyboard.press('q');
    await page.keyboard.press('d');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Denied' }).waitFor();
    expect(answers(daemon)[1]).toMatchObject({ id: 'question-run-1', decision: 'deny' });
  });

  test('answered elsewhere, it says by whom', async () => {
    const { page, daemon } = await open();
    await choose(page, 'deploy-scripts');
    await card(page).getByText('STRIPE_TEST_KEY').waitFor();
    await opened(card(page).getByRole('button', { name: 'Deny' }));
    daemon.emit('question.changed', {
      question: closed(questionOf('question-deploy-scripts'), 'answered', {
        decision: 'deny',
        by: { door: 'cli', name: null },
      }),
    });
    await page.getByRole('heading', { name: 'Denied' }).waitFor();
    await page.getByText('by you, by the command').waitFor();
  });
});

describe('the card of a lock', () => {
  test('shows what can do harm first, the whole text of a trait, and nothing in it acts', async () => {
    const { page, daemon } = await open();
    await choose(page, 'refunds');
    await card(page).getByRole('heading', { name: 'Use a lock that is new here' }).waitFor();
    expect(await card(page).getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Keys',
      'What the agent is told',
      'Who can open it',
      'What it remembers',
    ]);
    await card(page).getByText('Look at 2 keys and what the agent is told before you accept.').waitFor();
    const text = card(page).getByRole('group', { name: 'system_prompt, whole' });
    expect(await text.textContent()).toBe(hostileText);
    const box = await text.evaluate((pre) => [pre.scrollHeight > pre.clientHeight, pre.clientHeight < 160]);
    expect(box).toEqual([true, true]);
    // The one button of that name is ours, and it is not filled.
    const accept = card(page).getByRole('button', { name: 'Accept' });
    expect(await accept.count()).toBe(1);
    await opened(accept);
    expect(await accept.getAttribute('class')).toContain('risk');
    await page.keyboard.press('q');
    await page.keyboard.press('a');
    await page.getByText('Enter to accept, Esc to let go').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Accepted' }).waitFor();
    expect(answers(daemon)).toMatchObject([{ id: 'question-refunds', decision: 'allow' }]);
  });

  test('of a lock that changed, both texts stand there', async () => {
    const { page } = await open();
    await choose(page, 'notes');
    await card(page).getByRole('heading', { name: 'Use a lock that changed' }).waitFor();
    expect(await card(page).getByRole('group', { name: 'tone, before' }).textContent()).toBe(
      'Friendly and short.',
    );
    expect(await card(page).getByRole('group', { name: 'tone, now' }).textContent()).toContain(
      'without asking',
    );
    expect(await card(page).getByRole('heading', { level: 3 }).first().textContent()).toBe(
      'What the agent is told',
    );
  });

  test('one that changed under the hand takes no answer', async () => {
    const { page } = await open({
      handlers: {
        'questions.answer': () => {
          throw new Refusal('changed', 'Something else is asked now. Look at it again; nothing was decided.');
        },
      },
    });
    await choose(page, 'notes');
    const accept = card(page).getByRole('button', { name: 'Accept' });
    await opened(accept);
    await accept.click();
    await page.getByRole('heading', { name: 'This question changed' }).waitFor();
    await page.getByText('Nothing was decided. Something else is asked now.').waitFor();
  });
});

describe('a run outside of any agent', () => {
  test('comes up in the list by itself, and on a machine without agents too', async () => {
    const { page, daemon } = await open({ agents: [], questions: [] });
    await page.getByRole('heading', { name: 'One place for the agents on this machine' }).waitFor();
    const asked = runQuestion('run-9', 'reports', keySubject('A_KEY', { program: 'report.py' }), Date.now());
    daemon.emit('question.changed', { question: asked });
    await page.getByRole('option', { name: /^run in reports, needs you, Waits for a key: A_KEY/ }).waitFor();
    await page.getByRole('heading', { name: 'run in reports' }).waitFor();
    const give = card(page).getByRole('button', { name: 'Give for this run' });
    await opened(give);
    await give.click();
    daemon.emit('question.changed', { question: closed(asked, 'answered', { decision: 'allow' }) });
    await page.getByRole('heading', { name: 'Given for this run' }).waitFor();
    await page.getByText('Nothing more is asked here.', { exact: false }).waitFor();
    expect(await page.getByRole('listbox', { name: 'Agents' }).getByRole('option').count()).toBe(0);
  });

  test('given up, its question greys with the reason', async () => {
    const { page, daemon } = await open();
    await choose(page, 'run in nightly-report');
    await opened(card(page).getByRole('button', { name: 'Deny' }));
    daemon.emit('question.changed', { question: closed(questionOf('question-run-1'), 'ended') });
    await page.getByText(/The run was given up at/).waitFor();
    expect(await page.locator('.question.gone').count()).toBe(1);
  });
});

describe('starting with a lock', () => {
  const sealed = 'The lock is sealed with a passphrase. Give it when asked.';
  const waiting = sample.agents[1];

  test('a passphrase is asked for when it is needed, sent once and kept nowhere', async () => {
    let refusal: Refusal | null = new Refusal('passphrase_needed', sealed);
    const { page, daemon } = await open({
      handlers: {
        'agents.start': () => {
          if (refusal !== null) throw refusal;
          return { agent: waiting, outcome: 'not_waited', question: null, end: null, registered: false };
        },
      },
    });
    await page.getByRole('button', { name: 'Start agent' }).click();
    await page.getByRole('combobox', { name: 'Folder' }).fill('~/work/refunds');
    expect(await page.getByLabel('Passphrase').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Folder' }).press('Control+Enter');
    await page.getByRole('alert').getByText(sealed).waitFor();
    const field = page.getByLabel('Passphrase');
    await waitUntil(
      'the field has the focus',
      () => field.evaluate((input) => input === input.ownerDocument.activeElement),
      (focused) => focused,
    );
    expect(await field.getAttribute('type')).toBe('password');
    refusal = new Refusal('wrong_passphrase', 'The passphrase does not open it.');
    await field.fill('not this one');
    await field.press('Control+Enter');
    await page.getByText('The passphrase does not open it.').waitFor();
    expect(await field.inputValue()).toBe('');
    refusal = null;
    await field.fill('correct horse');
    await field.press('Control+Enter');
    await page.getByRole('heading', { name: 'refunds', exact: true }).waitFor();
    await card(page).getByRole('button', { name: 'Accept' }).waitFor();
    const sent = daemon.calls
      .filter(({ name }) => name === 'agents.start')
      .map(({ input }) => input['unlock']);
    expect(sent).toEqual([undefined, { passphrase: 'not this one' }, { passphrase: 'correct horse' }]);
    expect(await page.content()).not.toContain('correct horse');
  });

  test('a stopped agent whose lock needs one asks for it on a sheet', async () => {
    const stopped = sampleAgent('refunds', now, { reading: sampleReading('offline', now), launch: null });
    const { page, daemon } = await open({
      agents: [stopped],
      questions: [],
      handlers: {
        'agents.launch': () => {
          throw new Refusal('passphrase_needed', sealed);
        },
        'agents.start': ({ unlock }) => {
          if (JSON.stringify(unlock) !== '{"passphrase":"right"}')
            throw new Refusal('wrong_passphrase', 'The passphrase does not open it.');
          return { agent: waiting, outcome: 'not_waited', question: null, end: null, registered: false };
        },
      },
    });
    await page.getByRole('button', { name: 'Start refunds' }).click();
    const sheet = page.getByRole('dialog', { name: 'Open the lock of refunds' });
    await sheet.getByLabel('Passphrase').fill('wrong');
    await page.keyboard.press('Enter');
    await sheet.getByText('The passphrase does not open it.').waitFor();
    await sheet.getByLabel('Passphrase').fill('right');
    await page.keyboard.press('Enter');
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Not started yet' }).waitFor();
    expect(daemon.calls.filter(({ name }) => name === 'agents.start')).toHaveLength(2);
  });

  test.each([
    ['lock_corrupted', 'agent.lock cannot be used: it was cut.', 'nothing of its lock was used'],
    ['vault_locked', 'The sealed vault is closed.', 'The page Vault unlocks it'],
    ['consent_denied', 'A person refused the lock.', 'Start it again to be asked again'],
  ])('%s is explained', async (code, message, meaning) => {
    const { page } = await open({
      handlers: {
        'agents.start': () => {
          throw new Refusal(code, message);
        },
      },
    });
    await page.getByRole('button', { name: 'Start agent' }).click();
    await page.getByRole('combobox', { name: 'Folder' }).fill('~/work/refunds');
    await page.getByRole('combobox', { name: 'Folder' }).press('Control+Enter');
    await page.getByRole('alert').getByText(message).waitFor();
    expect(await page.getByRole('complementary').textContent()).toContain(meaning);
    expect(await page.getByLabel('Passphrase').count()).toBe(0);
  });
});
