import { expect, test } from 'vitest';
import { Disposables } from '../../../src-main/base/disposable.ts';
import { nodeProcess } from '../../support/node-process.ts';
import { testDaemon } from '../../support/test-daemon.ts';

test('bug 34: while another process holds the database doctor fails and names it, and not afterwards', async () => {
  const held = new Disposables();
  try {
    const daemon = held.add(await testDaemon());
    await daemon.start();
    const found = async () => {
      const { checks } = await daemon.client().call('system.doctor', {});
      return checks.find(({ name }) => name === 'database');
    };
    expect(await found()).toMatchObject({ result: 'ok' });
    const holder = held.add(
      nodeProcess(
        `import SQLite from ${JSON.stringify(import.meta.resolve('better-sqlite3'))};
         const db = new SQLite(process.argv[1]);
         db.exec('begin immediate');
         console.log('locked');
         process.stdin.resume();`,
        [daemon.folders.database],
      ),
    );
    expect(await holder.line()).toBe('locked');
    const failed = await found();
    expect(failed?.result).toBe('fail');
    expect(`${failed?.says} ${failed?.mend}`).toContain(String(holder.pid));
    await holder.dispose();
    expect(await found()).toMatchObject({ result: 'ok' });
  } finally {
    await held.dispose();
  }
});
