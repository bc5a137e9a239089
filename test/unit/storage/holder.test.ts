import { expect, test } from 'vitest';
import { exclusiveLocks } from '../../../src-main/storage/holder.ts';

test('only exclusive locks that are held are read', () => {
  const locks = [
    '1: POSIX  ADVISORY  WRITE 4711 fe:01:131073 1073741825 1073742335',
    '2: POSIX  ADVISORY  READ 12 fe:01:131073 1073741826 1073742335',
    '3: FLOCK  ADVISORY  WRITE 13 fe:01:131073 0 EOF',
    '4: -> POSIX  ADVISORY  WRITE 14 fe:01:131073 120 120',
    '5: OFDLCK ADVISORY  WRITE -1 00:2b:99 0 EOF',
    '6: POSIX  ADVISORY  WRITE 16 00:2b:99 120 120',
    'nonsense',
  ].join('\n');
  expect(exclusiveLocks(locks)).toEqual([
    { pid: 4711, inode: 131073 },
    { pid: 16, inode: 99 },
  ]);
});
