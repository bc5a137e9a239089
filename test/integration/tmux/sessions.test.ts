import { mkdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SessionFacts, Tmux } from '../../../src-main/tmux/tmux.ts';
import { type OurTmux, ourTmux, sessionOf } from '../../support/our-tmux.ts';
import { argumentsOf, environmentOf, isAlive, liveProcesses } from '../../support/processes.ts';
import { waitUntil } from '../../support/wait-until.ts';

let place: OurTmux;
let tmux: Tmux;

beforeEach(async () => {
  place = ourTmux();
  tmux = await place.open();
});
afterEach(() => place.dispose());

const named = async (name: string): Promise<SessionFacts | undefined> =>
  (await tmux.sessions()).find((session) => session.name === name);

describe('creating and ending', () => {
  test('a session has the size, folder and process that were asked for', async () => {
    const facts = await tmux.create(sessionOf('app', 'exec cat', { columns: 133, rows: 37 }));
    expect(facts).toMatchObject({
      name: 'app',
      columns: 133,
      rows: 37,
      dead: false,
      attached: 0,
      inMode: false,
    });
    expect(await tmux.sessions()).toEqual([expect.objectContaining({ name: 'app', pid: facts.pid })]);
    await waitUntil('cat runs', () => argumentsOf(facts.pid)?.[0] === 'cat');
    await tmux.kill('app');
    expect(await tmux.sessions()).toEqual([]);
    await waitUntil('cat is gone', () => !isAlive(facts.pid));
  });

  test('our own session is never listed and cannot be named', async () => {
    expect(await tmux.sessions()).toEqual([]);
    await expect(tmux.kill('_backbone')).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await place.plain.run('list-sessions', '-F', '#{session_name}')).toBe('_backbone');
  });

  test.each(['a.b', 'proj:x', '10.0.0.5', '', 'a b', '-x', '=x', 'a\nkill-server'])(
    'the name %j is refused by every method',
    async (name) => {
      await expect(tmux.create(sessionOf(name, 'cat'))).rejects.toMatchObject({ code: 'invalid_input' });
      await expect(tmux.kill(name)).rejects.toMatchObject({ code: 'invalid_input' });
      await expect(tmux.stream(name)).rejects.toMatchObject({ code: 'invalid_input' });
      expect(() => tmux.attachArguments(name, true)).toThrow();
      expect(await tmux.sessions()).toEqual([]);
    },
  );

  test('a name that begins with another one is left alone', async () => {
    await tmux.create(sessionOf('app-2', 'exec cat'));
    await tmux.kill('app');
    await expect(tmux.stream('app')).rejects.toMatchObject({ code: 'tmux_failed' });
    await tmux.create(sessionOf('app', 'exec cat'));
    await tmux.kill('app');
    expect((await tmux.sessions()).map(({ name }) => name)).toEqual(['app-2']);
  });

  test('a second session of a name is refused and the first goes on', async () => {
    const first = await tmux.create(sessionOf('app', 'exec cat'));
    await expect(tmux.create(sessionOf('app', 'exec cat'))).rejects.toMatchObject({ code: 'tmux_failed' });
    expect((await named('app'))?.pid).toBe(first.pid);
  });

  test('when a later step fails no session is left', async () => {
    const impossible = sessionOf('app', 'exec cat', { without: ['GOOD', ''] });
    await expect(tmux.create(impossible)).rejects.toMatchObject({ code: 'tmux_failed' });
    expect(await tmux.sessions()).toEqual([]);
  });

  test.each([
    'plain',
    'a#{pid}',
    '#(touch x)',
    '#[x]##(y)#[',
    'q\'u"o$HOME`\\;',
    'nl\nx',
    '~',
    '日本 語',
    '%H,}',
  ])('the folder %j is kept exactly', async (name) => {
    const dir = path.join(place.folder, name);
    mkdirSync(dir);
    const { pid } = await tmux.create(sessionOf('app', 'exec cat', { dir }));
    await waitUntil('the program runs', () => argumentsOf(pid)?.[0] === 'cat');
    expect(readlinkSync(`/proc/${pid}/cwd`)).toBe(dir);
  });

  test('the command reaches the shell exactly, and no process shows it on its way', async () => {
    const text = 'a\'b"c$d;e#{pid}\\f\ng ~ % ü';
    const quoted = `'${text.replaceAll("'", "'\\''")}'`;
    const { pane } = await tmux.create(sessionOf('app', `printf %s ${quoted}; sleep 1000`));
    const expected = text.split('\n');
    const { styled } = await waitUntil(
      'the text is there',
      () => tmux.capture(pane),
      ({ styled: rows }) => rows[1] !== '',
    );
    expect(styled.slice(0, 2).map((row) => row.trim())).toEqual(expected);
    const shown = liveProcesses().filter(({ pid }) =>
      argumentsOf(pid)?.some((word) => word.includes('new-session') && word.includes("a'b")),
    );
    expect(shown).toEqual([]);
  });

  test('two hundred sessions are made, seen and ended', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `s-${index}`);
    await Promise.all(names.map((name) => tmux.create(sessionOf(name, 'exec cat'))));
    expect((await tmux.sessions()).map(({ name }) => name).sort()).toEqual([...names].sort());
    let last: readonly SessionFacts[] = [];
    tmux.changed.on((sessions) => {
      last = sessions;
    });
    await tmux.kill('s-7');
    await waitUntil(
      'the change is heard',
      () => last.length === 199 && !last.some(({ name }) => name === 's-7'),
    );
    await Promise.all(names.map((name) => tmux.kill(name)));
    expect(await tmux.sessions()).toEqual([]);
  });
});

describe('environment', () => {
  const probe = 'exec cat';

  test('named variables are shadowed, and later panes do not get them, on a server that was polluted before us', async () => {
    const other = ourTmux();
    try {
      await other.plain.run(
        'start-server',
        ';',
        'set-environment',
        '-g',
        'SECRET',
        'leaked',
        ';',
        'new-session',
        '-d',
        '-s',
        'old',
        'exec cat',
      );
      const polluted = await other.open();
      const { pid } = await polluted.create(sessionOf('app', probe, { without: ['SECRET', 'OTHER'] }));
      await waitUntil('the program runs', () => argumentsOf(pid)?.[0] === 'cat');
      expect(environmentOf(pid)?.get('SECRET')).toBe('');
      const later = await other.plain.run(
        'new-window',
        '-d',
        '-P',
        '-F',
        '#{pane_pid}',
        '-t',
        '=app:',
        'exec cat',
      );
      await waitUntil('the second pane runs', () => argumentsOf(Number(later))?.[0] === 'cat');
      expect(environmentOf(Number(later))?.has('SECRET')).toBe(false);
      expect(await other.plain.run('show-environment', '-t', '=app:')).not.toContain('leaked');
    } finally {
      await other.dispose();
    }
  });

  test('a server is not told that it runs inside of another tmux', async () => {
    const other = ourTmux();
    try {
      const inside = await other.open({ ...process.env, TMUX: '/nowhere,1,0', TMUX_PANE: '%77' });
      const { pid, pane } = await inside.create(sessionOf('app', probe));
      await waitUntil('the program runs', () => argumentsOf(pid)?.[0] === 'cat');
      expect(environmentOf(pid)?.get('TMUX')).toContain(other.plain.socket);
      expect(environmentOf(pid)?.get('TMUX_PANE')).toBe(pane);
    } finally {
      await other.dispose();
    }
  });
});

/** The session, after the server was reminded to look after its children. */
async function reminded(): Promise<SessionFacts | undefined> {
  await place.plain.remind();
  return named('app');
}

const isKnown = (seen: SessionFacts | undefined): boolean =>
  seen?.dead === true && (seen.deadStatus ?? seen.deadSignal) !== null;

describe('facts', () => {
  test.each(['exit 3', 'printf "last words\\n"; exit 3'])(
    '%j leaves its status and its last rows',
    async (command) => {
      const { pane } = await tmux.create(sessionOf('app', command));
      const facts = await waitUntil('the end is seen', reminded, isKnown);
      expect(facts).toMatchObject({ deadStatus: 3, deadSignal: null, pane });
      if (command.includes('last')) {
        await waitUntil(
          'its last words are there',
          async () => (await tmux.capture(pane, { history: 50 })).styled.join('\n'),
          (text) => text.includes('last words'),
        );
      }
      await tmux.kill('app');
      expect(await tmux.sessions()).toEqual([]);
    },
  );

  test('a signal is told apart from a status', async () => {
    await tmux.create(sessionOf('app', 'kill -9 $$'));
    const facts = await waitUntil('how it ended is known', reminded, isKnown);
    expect(facts).toMatchObject({ deadStatus: null, deadSignal: 9 });
  });

  test("a program that is missing leaves the shell's words", async () => {
    const { pane } = await tmux.create(sessionOf('app', 'exec no-such-program'));
    await waitUntil('the end is seen', reminded, (seen) => seen?.deadStatus === 127);
    expect((await tmux.capture(pane, { history: 50 })).styled.join('\n')).toContain('no-such-program');
  });

  test.each([
    ['tab and commas', 'a\tb,c,1,0'],
    ['a record of its own', '1:x2:%93:999'],
    ['formats', '#{pid} #(touch /tmp/x) #[fg=red]'],
    ['guards', '%end 1 2 1'],
    ['wide', '✅ 日本語 👩‍👩‍👧'],
  ])('a title with %s harms no other fact', async (_, title) => {
    await tmux.create(sessionOf('app', `printf '\\033]2;%s\\007' '${title}'; exec cat`));
    await tmux.create(sessionOf('other', 'exec cat'));
    const shown = title.replace('\t', '');
    const facts = await waitUntil(
      'the title is set',
      () => named('app'),
      (seen) => seen?.title === shown,
    );
    expect(facts).toMatchObject({ columns: 80, rows: 24, dead: false });
    expect((await tmux.sessions()).map(({ name }) => name)).toEqual(['app', 'other']);
  });

  test('output moves the activity, and the change is told', async () => {
    const heard: (readonly SessionFacts[])[] = [];
    tmux.changed.on((sessions) => heard.push(sessions));
    const { activity, pane } = await tmux.create(sessionOf('app', 'exec cat'));
    await waitUntil('the session is told', () => heard.at(-1)?.[0]?.name === 'app');
    await waitUntil('a second passes', () => Math.floor(Date.now() / 1000) > activity + 1);
    await tmux.sendKeys(pane, ['x']);
    const last = await waitUntil(
      'the output is told',
      () => heard.at(-1)?.[0]?.activity ?? 0,
      (at) => at > activity,
    );
    expect((await named('app'))?.activity).toBe(last);
  });

  test('a session that ends by itself is told', async () => {
    const heard: (readonly SessionFacts[])[] = [];
    tmux.changed.on((sessions) => heard.push(sessions));
    const { pane } = await tmux.create(sessionOf('app', 'read line; exit 7'));
    await waitUntil('it is told', () => heard.at(-1)?.length === 1);
    await tmux.sendKeys(pane, ['Enter']);
    await waitUntil('its end is told', async () => {
      await place.plain.remind();
      return heard.at(-1)?.[0]?.deadStatus === 7;
    });
  });

  test('another size and another name are told', async () => {
    const heard: (readonly SessionFacts[])[] = [];
    tmux.changed.on((sessions) => heard.push(sessions));
    await tmux.create(sessionOf('app', 'exec cat'));
    await waitUntil('it is told', () => heard.at(-1)?.[0]?.columns === 80);
    await place.plain.run('resize-window', '-t', '=app:', '-x', '100', '-y', '30');
    await waitUntil('the size is told', () => heard.at(-1)?.[0]?.columns === 100);
    await place.plain.run('rename-session', '-t', '=app', 'other');
    await waitUntil('the name is told', () => heard.at(-1)?.[0]?.name === 'other');
  });

  test('people are counted, our own clients are not', async () => {
    await tmux.create(sessionOf('app', 'exec cat'));
    const stream = await tmux.stream('app');
    expect((await named('app'))?.attached).toBe(0);
    await stream.dispose();
    expect((await named('app'))?.attached).toBe(0);
  });
});

describe('reading and typing', () => {
  test('a capture has colours, cursor, alternate screen and scrollback', async () => {
    const { pane } = await tmux.create(
      sessionOf('app', "seq 1 40; printf '\\033[31mred\\033[m\\033[?25l'; exec cat"),
    );
    const capture = await waitUntil(
      'all is printed',
      () => tmux.capture(pane),
      (seen) => !seen.cursor.visible,
    );
    expect(capture).toMatchObject({
      columns: 80,
      rows: 24,
      alternate: false,
      cursor: { column: 3, row: 23 },
    });
    expect(capture.styled).toHaveLength(24);
    expect(capture.styled.at(-1)).toContain('\u001b[31mred');
    expect((await tmux.capture(pane, { history: 5 })).styled).toHaveLength(29);
    expect((await tmux.capture(pane, { history: 5000 })).styled[0]).toBe('1');
  });

  test('a screen that imitates the protocol is read as it stands', async () => {
    const rows = ['%end 1 2 1', '%begin 1 3 1', '%error 1 3 1', '%exit', '%output %0 x'];
    const { pane } = await tmux.create(
      sessionOf('app', `printf '%s\\n' ${rows.map((row) => `'${row}'`).join(' ')}; exec cat`),
    );
    const { styled } = await waitUntil(
      'all is printed',
      () => tmux.capture(pane),
      (seen) => seen.cursor.row === 5,
    );
    expect(styled.slice(0, 5)).toEqual(rows);
    expect((await tmux.sessions()).map(({ name }) => name)).toEqual(['app']);
  });

  test('keys arrive; what is no key is refused before anything is typed', async () => {
    const { pane } = await tmux.create(sessionOf('app', 'exec cat'));
    await tmux.sendKeys(pane, ['1', 'Enter']);
    await waitUntil(
      'the line came back',
      async () => (await tmux.capture(pane)).styled.slice(0, 2),
      (rows) => rows.join() === '1,1',
    );
    for (const keys of [['rm -rf'], ['Entr'], [], ['a', 'kill-server ; x'], ['-X']]) {
      await expect(tmux.sendKeys(pane, keys)).rejects.toMatchObject({ code: 'invalid_input' });
    }
    await expect(tmux.sendKeys('=app:', ['a'])).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await tmux.capture(pane)).cursor).toMatchObject({ column: 0, row: 2 });
  });

  test('nothing is typed while a person reads the scrollback', async () => {
    const { pane } = await tmux.create(sessionOf('app', 'exec cat'));
    await place.plain.run('copy-mode', '-t', pane);
    expect((await named('app'))?.inMode).toBe(true);
    await expect(tmux.sendKeys(pane, ['q'])).rejects.toMatchObject({ code: 'tmux_failed' });
    expect((await named('app'))?.inMode).toBe(true);
  });
});
