import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Question, QuestionOutcome } from '../../src-main/contract/question.ts';
import { launchChromium } from '../support/chromium.ts';
import {
  type PanelFixture,
  type PanelFixtureOptions,
  Refusal,
  startPanelFixture,
} from '../support/panel-fixture.ts';
import { sampleAgent, sampleFleet, sampleQuestion, sampleRuntimes } from '../support/sample-fleet.ts';
import { waitUntil } from '../support/wait-until.ts';

let browser: Browser;
let fixture: PanelFixture | null = null;
let problems: string[] = [];

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

const fleet = sampleFleet(Date.now());

async function open(
  options: Partial<PanelFixtureOptions> = {},
): Promise<{ page: Page; daemon: PanelFixture }> {
  const daemon = await startPanelFixture({ ...fleet, runtimes: sampleRuntimes(true), ...options });
  fixture = daemon;
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // The policy's own words: nothing may run into it.
    if (/Content Security Policy|Refused to/.test(message.text())) problems.push(message.text());
  });
  await page.goto(daemon.address);
  return { page, daemon };
}

function card(page: Page) {
  return page.getByRole('region', { name: /^Question/ });
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('option', { name: new RegExp(`^${name},`) }).click();
}

function answers(daemon: PanelFixture) {
  return daemon.calls.filter(({ name }) => name === 'questions.answer').map(({ input }) => input);
}

function closed(
  question: Question,
  how: QuestionOutcome['how'],
  change: Partial<QuestionOutcome> = {},
): Question {
  const outcome = { how, decision: null, by: null, at: Date.now(), key: null, ...change };
  return { ...question, state: 'closed', outcome };
}

function receiptFor(input: Record<string, unknown>) {
  return {
    questionId: input['id'],
    agent: 'checkout-api',
    decision: input['decision'],
    by: { door: 'panel', name: null },
    at: Date.now(),
    key: '1',
    alreadyAnswered: false,
  };
}

function questionOf(name: string): Question {
  const found = fleet.questions.find(({ agent }) => agent === name);
  if (found === undefined) throw new Error(`The sample has no question of ${name}.`);
  return found;
}

describe('the way in', () => {
  test('the key leaves the address and survives a reload', async () => {
    const { page, daemon } = await open();
    await page.getByRole('listbox', { name: 'Agents' }).waitFor();
    expect(page.url()).toBe(`${daemon.origin}/`);
    await page.reload();
    await page.getByRole('option', { name: /^checkout-api,/ }).waitFor();
  });

  test('without a key, and with a wrong one, the page says how to get the address', async () => {
    const { page, daemon } = await open();
    await page.evaluate('sessionStorage.clear()');
    await page.goto(`${daemon.origin}/?again`);
    await page.getByRole('heading', { name: 'This page needs its key' }).waitFor();
    await page.goto(`${daemon.origin}/?wrong#key=wrong`);
    await page.getByRole('heading', { name: 'The daemon does not accept this key' }).waitFor();
    expect(await page.textContent('main')).toContain('backbone status');
  });
});

describe('answering', () => {
  test('a click at the moment the buttons appear counts for nothing', async () => {
    const { page, daemon } = await open({ handlers: { 'questions.answer': receiptFor } });
    await page.getByRole('option', { name: /^checkout-api,/ }).waitFor();
    const seen = await page.evaluate(`new Promise((done) => {
      const press = () => {
        const card = document.querySelector('.question');
        const button = [...(card?.querySelectorAll('button') ?? [])].find((one) => one.textContent === 'Allow once');
        if (!document.querySelector('#agent-id-checkout-api[aria-selected="true"]') || !button) return;
        watcher.disconnect();
        button.click();
        done([button.getAttribute('aria-disabled'), card.textContent]);
      };
      const watcher = new MutationObserver(press);
      watcher.observe(document.body, { childList: true, subtree: true, attributes: true });
      document.getElementById('agent-id-checkout-api').click();
    })`);
    expect(seen).toEqual(['true', expect.stringContaining('Read first')]);
    const allow = card(page).getByRole('button', { name: 'Allow once' });
    await waitUntil(
      'the button opens',
      () => allow.getAttribute('aria-disabled'),
      (off) => off === 'false',
    );
    expect(answers(daemon)).toEqual([]);
  });

  test('Allow once sends the fingerprint that was looked at, once', async () => {
    const { page, daemon } = await open({ handlers: { 'questions.answer': receiptFor } });
    await choose(page, 'checkout-api');
    const allow = card(page).getByRole('button', { name: 'Allow once' });
    await waitUntil(
      'the button opens',
      () => allow.getAttribute('aria-disabled'),
      (off) => off === 'false',
    );
    await allow.dblclick({ noWaitAfter: true });
    await page.getByText('Allowed once').waitFor();
    expect(answers(daemon)).toEqual([
      { id: 'question-checkout-api', decision: 'allow', fingerprint: 'print-checkout-api' },
    ]);
    await page.getByText('by you, in the panel').waitFor();
  });

  test('by key only while the question has the focus: held, or tapped and Enter; Esc lets go', async () => {
    const { page, daemon } = await open({ handlers: { 'questions.answer': receiptFor } });
    await choose(page, 'checkout-api');
    const deny = card(page).getByRole('button', { name: /^Deny/ });
    await waitUntil(
      'the button opens',
      () => deny.getAttribute('aria-disabled'),
      (off) => off === 'false',
    );
    await page.keyboard.press('d');
    await page.keyboard.press('Enter');
    await page.keyboard.press('q');
    await waitUntil(
      'the caps are drawn',
      () => card(page).locator('kbd').allTextContents(),
      (caps) => caps.join('') === 'AD',
    );
    await page.keyboard.press('a');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    expect(answers(daemon)).toEqual([]);
    await page.keyboard.press('q');
    await page.keyboard.press('d');
    await page.getByText('Enter to deny, Esc to let go').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Denied' }).waitFor();
    expect(answers(daemon)).toMatchObject([{ decision: 'deny' }]);
  });

  test('held for 600 ms it answers; let go before, it does not', async () => {
    const { page, daemon } = await open({ handlers: { 'questions.answer': receiptFor } });
    await choose(page, 'checkout-api');
    const allow = card(page).getByRole('button', { name: /Allow once|Keep holding/ });
    await waitUntil(
      'the button opens',
      () => allow.getAttribute('aria-disabled'),
      (off) => off === 'false',
    );
    await page.keyboard.press('q');
    await page.keyboard.down('a');
    await page.getByText('Keep holding…').waitFor();
    await page.keyboard.up('a');
    expect(answers(daemon)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('q');
    await page.keyboard.down('a');
    await page.getByRole('heading', { name: 'Allowed once' }).waitFor();
    await page.keyboard.up('a');
    expect(answers(daemon)).toHaveLength(1);
  });

  test('a dialog that changed: nothing was typed, and the new question comes after it was read', async () => {
    const refuse = () => {
      throw new Refusal('changed', 'The dialog is not the one that was looked at. Nothing was typed.');
    };
    const { page, daemon } = await open({ handlers: { 'questions.answer': refuse } });
    await choose(page, 'checkout-api');
    await waitAndPress(page, 'Allow once');
    await page.getByText('Nothing was typed.').waitFor();
    const old = questionOf('checkout-api');
    const next = sampleQuestion(
      sampleAgent('checkout-api', Date.now(), { id: old.agentId ?? '' }),
      { form: 'fetch', address: 'https://new.example' },
      { id: 'next', fingerprint: 'next', askedAt: Date.now() },
    );
    daemon.emit('question.changed', { question: closed(old, 'changed') });
    daemon.emit('question.changed', { question: next });
    await page.getByRole('button', { name: 'Show the new question' }).click();
    await page.getByRole('heading', { name: 'Fetch from the web' }).waitFor();
    expect(await card(page).textContent()).toContain('Read first');
  });

  test('a failure says what is so and stays; it can be tried once more', async () => {
    let tries = 0;
    const answer = (input: Record<string, unknown>) => {
      tries += 1;
      if (tries === 1)
        throw new Refusal('record_failed', 'The entry could not be written, so nothing was done.');
      return receiptFor(input);
    };
    const { page } = await open({ handlers: { 'questions.answer': answer } });
    await choose(page, 'checkout-api');
    await waitAndPress(page, 'Allow once');
    await page.getByText('The entry could not be written, so nothing was done.').waitFor();
    await page.getByRole('button', { name: 'Try once more' }).click();
    await waitAndPress(page, 'Allow once');
    await page.getByRole('heading', { name: 'Allowed once' }).waitFor();
  });

  test('a key that left the dialog open says what was typed, in every window, and can be tried again', async () => {
    const { page, daemon } = await open({ handlers: { 'questions.answer': receiptFor } });
    await choose(page, 'checkout-api');
    await card(page).waitFor();
    const question = questionOf('checkout-api');
    const outcome: QuestionOutcome = {
      how: 'failed',
      decision: 'allow',
      by: { door: 'cli', name: null },
      at: Date.now(),
      key: '1',
    };
    daemon.emit('question.changed', { question: { ...question, outcome } });
    await page.getByRole('heading', { name: 'Not answered' }).waitFor();
    const failed = page.getByRole('alert').filter({ hasText: 'Not answered' });
    expect(await failed.innerText()).toMatch(
      /still open\.[^]*Typed\s+1 for “Allow once”, by you, by the command/,
    );
    await failed.getByText("tmux -L backbone attach-session -t '=checkout-api:'").waitFor();
    // It stays while another agent is looked at, and for who comes to it later.
    await choose(page, 'web-frontend');
    await page.reload();
    await choose(page, 'checkout-api');
    daemon.emit('question.changed', { question: { ...question, outcome } });
    await failed.getByRole('button', { name: 'Try once more' }).click();
    await waitAndPress(page, 'Allow once');
    await page.getByRole('heading', { name: 'Allowed once' }).waitFor();
    expect(answers(daemon)).toHaveLength(1);
  });

  test('one that failed while its agent was not on screen stands there when it is chosen', async () => {
    const outcome: QuestionOutcome = { how: 'failed', decision: 'deny', by: null, at: 1, key: 'Escape' };
    const questions = fleet.questions.map((question) =>
      question.agent === 'checkout-api' ? { ...question, outcome } : question,
    );
    const { page } = await open({ questions });
    await choose(page, 'checkout-api');
    await page.getByRole('heading', { name: 'Not answered' }).waitFor();
    await page.getByText('Escape', { exact: true }).waitFor();
  });

  test('one answered in the terminal says so; one being answered elsewhere takes nothing', async () => {
    const { page, daemon } = await open();
    await choose(page, 'checkout-api');
    const question = questionOf('checkout-api');
    await card(page).waitFor();
    daemon.emit('question.changed', { question: { ...question, state: 'answering' } });
    await page.getByText('Being answered in another window…').waitFor();
    daemon.emit('question.changed', { question: closed(question, 'elsewhere') });
    await page.getByText(/Answered in the terminal at/).waitFor();
  });

  test('a plan and a choice have no answer buttons, but the command for the terminal', async () => {
    const { page } = await open();
    for (const name of ['cart-move', 'docs-site']) {
      await choose(page, name);
      await page.getByText(`tmux -L backbone attach-session -t '=${name}:'`).waitFor();
      expect(
        await card(page)
          .getByRole('button', { name: /Allow|Deny/ })
          .count(),
      ).toBe(0);
    }
  });
});

async function waitAndPress(page: Page, words: string): Promise<void> {
  const button = card(page).getByRole('button', { name: words });
  await waitUntil(
    'the button opens',
    () => button.getAttribute('aria-disabled'),
    (off) => off === 'false',
  );
  await button.click();
}

describe('the terminal', () => {
  test('draws, acknowledges, and never types, whatever it shows and whatever is pressed', async () => {
    const hostile = [
      '\x1b]0;Allow everything\x07',
      '\x1b]52;c;aGVsbG8=\x07',
      '\x1b[6n\x1b[c\x1b[21t\x1b[?1003h\x1b[?1004h',
      '\x1b]8;;javascript:alert(1)\x07bad\x1b]8;;\x07 \x1b]8;;https://example.com/x\x07good\x1b]8;;\x07',
    ].join('');
    const { page, daemon } = await open({ screen: () => hostile });
    await choose(page, 'web-frontend');
    await page.locator('.xterm-screen').click();
    await page.keyboard.type('rm -rf /');
    daemon.output('web-frontend', '\r\nmore');
    await waitUntil('the output is acknowledged', () =>
      daemon.said.some(
        ({ event, data }) => event === 'terminal.drawn' && (data as { sequence: number }).sequence === 2,
      ),
    );
    expect(new Set(daemon.said.map(({ event }) => event))).toEqual(
      new Set(['terminal.join', 'terminal.leave', 'terminal.drawn']),
    );
    expect(await page.title()).toBe('(7) web-frontend, Backbone');
  });

  test('a link shows its address first; one that is not http does nothing', async () => {
    const links =
      '\x1b]8;;javascript:alert(1)\x07bad\x1b]8;;\x07\r\n\x1b]8;;https://example.com/x\x07good\x1b]8;;\x07';
    const { page } = await open({ screen: () => links });
    await choose(page, 'web-frontend');
    const screen = page.locator('.xterm-screen');
    const at = async (row: number): Promise<void> => {
      await screen.hover({ position: { x: 10, y: row * 17 + 8 } });
      await screen.hover({ position: { x: 14, y: row * 17 + 8 } });
      await screen.click({ position: { x: 14, y: row * 17 + 8 } });
    };
    await waitUntil('the good link asks', async () => {
      await at(0);
      expect(await page.getByRole('dialog').count()).toBe(0);
      await at(1);
      return await page.getByRole('dialog', { name: 'Open this address?' }).isVisible();
    });
    expect(await page.getByRole('dialog').textContent()).toContain('https://example.com/x');
  });
});

describe('the list', () => {
  test('stands still under the pointer and says so; it sorts when it is left', async () => {
    const { page, daemon } = await open();
    const rows = () =>
      page
        .getByRole('listbox', { name: 'Agents' })
        .getByRole('option')
        .evaluateAll((all) => all.map((row) => row.id));
    await page.getByRole('option', { name: /^web-frontend/ }).hover();
    const before = await rows();
    const agent = fleet.agents.find(({ name }) => name === 'design-tokens');
    if (agent === undefined) throw new Error('The sample has no such agent.');
    daemon.emit('agent.changed', { agent: { ...agent, questionId: 'new' } });
    await page.getByText('order changed · Enter to sort').first().waitFor();
    expect(await rows()).toEqual(before);
    await page.mouse.move(900, 20);
    await waitUntil('it is sorted', rows, (now) => now.indexOf(`agent-${agent.id}`) < 7);
  });

  test('j, k, the groups and the questions by key', async () => {
    const { page } = await open();
    const chosen = () =>
      page
        .getByRole('listbox', { name: 'Agents' })
        .getByRole('option', { selected: true })
        .getAttribute('id');
    await waitUntil('one is chosen', chosen);
    await page.keyboard.press('j');
    await waitUntil('the next is chosen', chosen, (id) => id === 'agent-id-search-index');
    await page.keyboard.press('k');
    await page.keyboard.press('p');
    await waitUntil('the last question is chosen', chosen, (id) => id === 'agent-id-docs-site');
    await page.getByRole('listbox', { name: 'Agents' }).focus();
    await page.keyboard.press('3');
    await waitUntil(
      'only idle ones are listed',
      () => page.getByRole('listbox', { name: 'Agents' }).getByRole('option').count(),
      (count) => count === 2,
    );
  });
});

describe('an audit log that cannot be written', () => {
  test('says so on every page, with what it means and what to run, and is not put away', async () => {
    const says = 'The last act could not be recorded. The disk is full.';
    const { page, daemon } = await open({ audit: { records: 4_182, state: 'unwritable', says } });
    const banner = page.getByRole('alert').filter({ hasText: 'The audit log cannot be written' });
    await banner.waitFor();
    expect(await banner.innerText()).toContain(says);
    expect(await banner.innerText()).toContain('no agent is started and no question answered');
    expect(await banner.innerText()).toContain('backbone doctor');
    expect(await banner.getByRole('button', { name: 'Put away' }).count()).toBe(0);
    await page.getByRole('contentinfo').getByText('not written').waitFor();
    await banner.getByRole('button', { name: 'Show the log' }).click();
    await page.getByText('No record is here.').waitFor();
    expect(daemon.calls.some(({ name }) => name === 'audit.list')).toBe(true);
  });

  test('an export that fails says which command does it', async () => {
    const refuse = () => {
      throw new Refusal('storage_failed', 'The database cannot be read.');
    };
    const { page } = await open({ handlers: { 'audit.export': refuse, 'audit.verify': refuse } });
    await page.getByRole('option', { name: /^checkout-api,/ }).waitFor();
    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByText('backbone audit export', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByText('The log could not be verified: The database cannot be read.').waitFor();
    expect(await page.locator('.chain-strip .verified').count()).toBe(0);
  });
});

describe('starting and stopping', () => {
  test('the first screen starts the practice agent where no agent CLI is installed', async () => {
    const agent = sampleAgent('practice', Date.now(), { runtime: 'practice' });
    const { page, daemon } = await open({
      agents: [],
      questions: [],
      runtimes: sampleRuntimes(false),
      handlers: {
        'agents.start': () => ({ agent, outcome: 'not_waited', question: null, end: null, registered: true }),
      },
    });
    await page.getByText('No agent CLI is installed').waitFor();
    await page.getByRole('button', { name: 'Start the practice agent' }).click();
    await page.getByRole('heading', { name: 'practice', exact: true }).waitFor();
    expect(daemon.calls.find(({ name }) => name === 'agents.start')?.input).toEqual({
      runtime: 'practice',
      wait: false,
    });
  });

  test('a folder is completed by Tab; a failure stands beside the form with its lines', async () => {
    const refuse = () => {
      throw new Refusal('launch_failed', 'Claude Code ended while it started, exit 1.', ['Error: EACCES']);
    };
    const { page, daemon } = await open({ handlers: { 'agents.start': refuse } });
    await page.getByRole('option', { name: /^checkout-api,/ }).waitFor();
    await page.keyboard.press('s');
    await page.getByRole('combobox', { name: 'Folder' }).pressSequentially('~/not');
    await page.getByRole('option', { name: '~/notes' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Error: EACCES').waitFor();
    expect(daemon.calls.find(({ name }) => name === 'agents.start')?.input).toEqual({
      runtime: 'claude',
      dir: '/home/mira/notes',
      wait: false,
    });
  });

  test('stop asks in words, and names what survived', async () => {
    const refuse = () => {
      throw new Refusal('still_running', 'One process did not end.', ['4711 sleep 1000']);
    };
    const { page } = await open({ handlers: { 'agents.stop': refuse } });
    await choose(page, 'web-frontend');
    await page.getByRole('button', { name: 'Stop web-frontend…' }).click();
    await page.getByRole('dialog', { name: 'Stop web-frontend?' }).waitFor();
    await page.getByRole('button', { name: 'Stop web-frontend', exact: true }).click();
    await page.getByText('4711 sleep 1000').waitFor();
  });
});

describe('a daemon that goes away', () => {
  test('greys, says since when, takes no answer, and comes back by itself', async () => {
    const { page, daemon } = await open();
    await choose(page, 'checkout-api');
    await card(page).waitFor();
    const port = Number(new URL(daemon.origin).port);
    await daemon.dispose();
    await page.getByText('Backbone’s daemon does not answer').waitFor();
    await page.getByText('Not live').waitFor();
    expect(await card(page).getByRole('button', { name: 'Allow once' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    fixture = await startPanelFixture({ ...fleet, runtimes: sampleRuntimes(true), port });
    await page.getByText('Backbone’s daemon does not answer').waitFor({ state: 'detached' });
    await page.getByText('live', { exact: true }).waitFor();
  });
});
