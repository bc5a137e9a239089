import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src-main/base/clock.ts';
import { createLogger } from '../../../src-main/base/logger.ts';
import { screenOf } from '../../../src-main/terminal/screen.ts';
import { TerminalHub } from '../../../src-main/terminal/terminal-hub.ts';
import type { Tmux } from '../../../src-main/tmux/tmux.ts';
import { type OurTmux, ourTmux, sessionOf } from '../../support/our-tmux.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { WatchingTerminal } from '../../support/watching-terminal.ts';

let place: OurTmux;
let tmux: Tmux;
let hub: TerminalHub;
let failures: string[];

beforeEach(async () => {
  place = ourTmux();
  tmux = await place.open();
  failures = [];
  hub = new TerminalHub({
    tmux,
    clock: systemClock,
    logger: createLogger((line) => failures.push(line), Date.now),
  });
});
afterEach(async () => {
  await hub.dispose();
  await place.dispose();
  expect(failures).toEqual([]);
});

function watch(name: string, slow: number | null = 0): WatchingTerminal {
  return new WatchingTerminal((sink) => hub.join(name, sink), slow);
}

async function clients(): Promise<number> {
  return (await place.plain.run('list-clients', '-F', '#{client_pid}')).split('\n').filter(Boolean).length;
}

/** What tmux itself shows, as text, with its cursor. */
async function truth(pane: string): Promise<{ lines: readonly string[]; cursor: object }> {
  const screen = screenOf(await tmux.capture(pane));
  return { lines: screen.lines, cursor: { column: screen.cursor.column, row: screen.cursor.row } };
}

/** Waits until the viewer shows what tmux shows, at one moment at which nothing is printed any more. */
async function agrees(viewer: WatchingTerminal, pane: string, within = 10_000): Promise<void> {
  await waitUntil(
    'the viewer shows what tmux shows',
    async () => ({ seen: { lines: viewer.screen(), cursor: viewer.cursor() }, truth: await truth(pane) }),
    ({ seen, truth: wanted }) => JSON.stringify(seen) === JSON.stringify(wanted),
    { within },
  );
}

async function whenPrinted(pane: string, text: string): Promise<void> {
  await waitUntil(
    `${text} is on screen`,
    async () => (await tmux.capture(pane)).styled.join('\n').includes(text),
    Boolean,
    { within: 30_000 },
  );
}

/** Shell words that print `text`, in which escapes are written as printf takes them. */
function print(text: string): string {
  return `printf '%b' '${text}'`;
}

const pictures: readonly (readonly [string, string])[] = [
  ['text and scrollback', 'seq 1 60'],
  ['colours', print('\\033[1;31mred\\033[44mblue\\n\\033[22mstill\\033[m\\n')],
  ['a full row', print(`${'x'.repeat(80)}\\n${'y'.repeat(80)}z\\n`)],
  ['a row that is just full', print('x'.repeat(80))],
  ['a row that is full of blanks at its end', print(`x${' '.repeat(79)}`)],
  ['the last row just full', print(`\\033[24;1H${'x'.repeat(80)}`)],
  ['wide characters', print('✅│\\n日本語│\\n👩‍👩‍👧│\\n│✅│日本語│')],
  ['wide characters with a cursor move', print('✅│\\033[1;4HX\\n日本語│\\033[2;7HY')],
  ['a wide character at the edge', print(`${'x'.repeat(79)}日本`)],
  ['line drawing', print('\\033)0\\016lqqk\\017\\033(0x\\033(B\\n')],
  ['an alternate screen', `seq 1 40; ${print('\\033[?1049h\\033[2J\\033[3;5Hagent\\033[10;1Hbox')}`],
  ['a scroll region', print('\\033[5;10r\\033[5;1Htop\\033[10;1Hbottom')],
  ['a coloured background to the end', print(`\\033[48;5;17mtext${' '.repeat(76)}\\033[m\\r\\nplain`)],
];

describe.each(pictures)('%s', (_, command) => {
  // What comes after the picture shows whether the terminal stands where tmux stands.
  const more = print('more \\033[Aup\\033[Bdown\\r\\nnext\\n日本 ✅\\n');

  test('is seen by one who joins before it', async () => {
    const { pane } = await tmux.create(
      sessionOf('app', `read x; ${command}; ${more}; printf DONE; exec cat`),
    );
    const viewer = watch('app');
    await waitUntil('the first picture', () => viewer.pictures === 1);
    await tmux.sendKeys(pane, ['Enter']);
    await whenPrinted(pane, 'DONE');
    await agrees(viewer, pane);
    expect(viewer.pictures).toBe(1);
    await viewer.leave();
  });

  test('is seen by one who joins after it, and so is what follows, in the same colours', async () => {
    const steps = `stty -echo; read x; ${command}; printf '\\033]2;ready\\007'; read y; ${more}; printf DONE; exec cat`;
    const { pane } = await tmux.create(sessionOf('app', steps));
    const early = watch('app');
    await waitUntil('the first picture', () => early.pictures === 1);
    await tmux.sendKeys(pane, ['Enter']);
    await waitUntil('it is printed', async () => (await tmux.sessions())[0]?.title === 'ready');
    const late = watch('app');
    await waitUntil('the first picture', () => late.pictures === 1);
    await agrees(late, pane);
    await agrees(early, pane);
    expect(late.cells()).toEqual(early.cells());
    await tmux.sendKeys(pane, ['Enter']);
    await whenPrinted(pane, 'DONE');
    await agrees(late, pane);
    await early.leave();
    await late.leave();
  });
});

test('leaving an alternate screen brings back the one below', async () => {
  const { pane } = await tmux.create(
    sessionOf(
      'app',
      `seq 1 40; ${print('below\\033[?1049habove')}; read x; ${print('\\033[?1049l')}; printf DONE; exec cat`,
    ),
  );
  await whenPrinted(pane, 'above');
  const viewer = watch('app');
  await waitUntil('the first picture', () => viewer.pictures === 1);
  await agrees(viewer, pane);
  expect(viewer.terminal.buffer.active.type).toBe('alternate');
  await tmux.sendKeys(pane, ['Enter']);
  await whenPrinted(pane, 'DONE');
  await agrees(viewer, pane);
  expect(viewer.everything()[0]).toBe('1');
  await viewer.leave();
});

test('one who joins in the middle of output shows every row once, in order', async () => {
  const { pane } = await tmux.create(
    sessionOf('app', 'i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo "é $i ✅"; done; echo DONE; exec cat'),
  );
  await whenPrinted(pane, 'é');
  const viewers = Array.from({ length: 5 }, () => watch('app'));
  await whenPrinted(pane, 'DONE');
  for (const viewer of viewers) {
    await agrees(viewer, pane);
    const rows = viewer.everything().filter((row) => row.startsWith('é'));
    expect(rows).toEqual(Array.from({ length: 3000 }, (_, index) => `é ${index + 1} ✅`).slice(-rows.length));
  }
  for (const viewer of viewers) await viewer.leave();
});

test('a flood ends with what tmux shows, for a quick and for a slow viewer and for one that never draws', async () => {
  const { pane } = await tmux.create(sessionOf('app', 'read x; seq 1 200000; echo DONE; exec cat'));
  const quick = watch('app');
  const slow = watch('app', 200);
  const stuck = watch('app', null);
  await waitUntil('the first pictures', () => quick.pictures + slow.pictures + stuck.pictures === 3);
  await tmux.sendKeys(pane, ['Enter']);
  await whenPrinted(pane, 'DONE');
  await agrees(quick, pane, 30_000);
  await agrees(slow, pane, 30_000);
  expect(slow.skipped).toBeGreaterThan(0);
  expect(stuck.pictures).toBe(1);
  expect(stuck.received).toBeLessThan(700_000);
  for (const viewer of [quick, slow, stuck]) await viewer.leave();
});

test('an agent goes on at full speed while no viewer draws, and a viewer that wakes up sees the present', async () => {
  const { pane } = await tmux.create(
    sessionOf(
      'app',
      'i=0; while :; do i=$((i+1)); echo "$i xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"; done',
    ),
  );
  const stuck = watch('app', null);
  await waitUntil('it gets no more', () => stuck.received > 200_000);
  const count = async (): Promise<number> =>
    Number.parseInt((await tmux.capture(pane)).styled[10] ?? '0', 10);
  const at = await count();
  await waitUntil('the agent goes on', count, (now) => now > at + 100_000, { within: 30_000 });
  const received = stuck.received;
  expect(received).toBeLessThan(900_000);
  (await stuck.joined()).drawn(stuck.sequences.at(-1) ?? 0);
  await waitUntil('a fresh picture comes', () => stuck.pictures === 2);
  expect(stuck.skipped).toBeGreaterThan(0);
  await stuck.leave();
});

test('all viewers of a session share one client, and the last to leave ends it', async () => {
  await tmux.create(sessionOf('app', 'exec cat'));
  const before = await clients();
  const viewers = Array.from({ length: 6 }, () => watch('app'));
  await waitUntil('all have a picture', () => viewers.every((viewer) => viewer.pictures === 1));
  expect(await clients()).toBe(before + 1);
  // Leaving and joining at once, again and again, leaves one client or none.
  for (let round = 0; round < 5; round += 1) {
    const leaving = Promise.all(viewers.splice(0).map((viewer) => viewer.leave()));
    viewers.push(watch('app'), watch('app'));
    await leaving;
  }
  await waitUntil('all have a picture', () => viewers.every((viewer) => viewer.pictures === 1));
  expect(await clients()).toBe(before + 1);
  for (const viewer of viewers) await viewer.leave();
  await waitUntil('the client is gone', clients, (count) => count === before);
  expect(hub.watched).toBe(0);
});

test('a session that is ended while watched tells its viewers once', async () => {
  await tmux.create(sessionOf('app', 'exec yes'));
  const viewers = [watch('app'), watch('app')];
  await waitUntil('all have a picture', () => viewers.every((viewer) => viewer.pictures > 0));
  await tmux.kill('app');
  await waitUntil('both are told', () => viewers.every((viewer) => viewer.isEnded));
  expect(hub.watched).toBe(0);
  for (const viewer of viewers) await viewer.leave();
  await expect(watch('app').joined()).rejects.toMatchObject({ code: 'tmux_failed' });
  expect(hub.watched).toBe(0);
});

test('a viewer goes on when someone else detaches our client', async () => {
  const { pane } = await tmux.create(sessionOf('app', 'exec cat'));
  const viewer = watch('app');
  await waitUntil('the first picture', () => viewer.pictures === 1);
  await place.plain.run('detach-client', '-s', '=app');
  await waitUntil('another picture', () => viewer.pictures === 2);
  await tmux.sendKeys(pane, ['x', 'Enter']);
  await whenPrinted(pane, 'x');
  await agrees(viewer, pane);
  expect(viewer.isEnded).toBe(false);
  await viewer.leave();
});

test('a new size brings a picture of that size', async () => {
  const { pane } = await tmux.create(sessionOf('app', 'seq 1 100; exec cat'));
  const viewer = watch('app');
  await waitUntil('the first picture', () => viewer.pictures === 1);
  await place.plain.run('resize-window', '-t', '=app:', '-x', '60', '-y', '10');
  await waitUntil('the new size', () => viewer.terminal.cols === 60 && viewer.terminal.rows === 10);
  await agrees(viewer, pane);
  await viewer.leave();
});

test("what another pane prints is not taken for the agent's, until it is the active one", async () => {
  const { pane } = await tmux.create(sessionOf('app', 'echo first; exec cat'));
  await whenPrinted(pane, 'first');
  const viewer = watch('app');
  await waitUntil('the first picture', () => viewer.pictures === 1);
  const other = await place.plain.run(
    'new-window',
    '-d',
    '-P',
    '-F',
    '#{pane_id}',
    '-t',
    '=app:',
    'echo second; exec cat',
  );
  await whenPrinted(other, 'second');
  await agrees(viewer, pane);
  await place.plain.run('select-window', '-t', '=app:1');
  await agrees(viewer, other);
  await viewer.leave();
});

test('hostile output does not reach a viewer, and what is around it does', async () => {
  const hostile = [
    '\\033]52;c;Y3VybCBldmlsfHNo\\007',
    '\\033]0;panel\\007',
    '\\033[21t\\033[c\\033[6n\\033[?1000h\\033[?2004h',
    '\\033Pq#0;2;0;0;0#0~~\\033\\\\',
    '\\033]8;;javascript:alert(1)\\033\\\\bank.example\\033]8;;\\033\\\\',
  ];
  const { pane } = await tmux.create(
    sessionOf(
      'app',
      `read x; ${hostile.map((text) => print(`<${text}>`)).join('; ')}; printf DONE; exec cat`,
    ),
  );
  const viewer = watch('app');
  const answers: string[] = [];
  viewer.terminal.onData((data) => answers.push(data));
  viewer.terminal.onTitleChange((title) => answers.push(title));
  await waitUntil('the first picture', () => viewer.pictures === 1);
  await tmux.sendKeys(pane, ['Enter']);
  await whenPrinted(pane, 'DONE');
  await agrees(viewer, pane);
  const all = Buffer.concat(viewer.data).toString('latin1');
  expect(all).toContain('bank.example');
  for (const trace of ['\x1b]52', '\x1b]0', 'javascript', '\x1bP', '[21t', '[c', '[6n', '?1000', '?2004']) {
    expect(all).not.toContain(trace);
  }
  expect(answers).toEqual([]);
  await viewer.leave();
});
