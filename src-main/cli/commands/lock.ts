import { type Definition, group } from '../define.ts';
import { lockAccept } from './lock/accept.ts';
import { lockDiff } from './lock/diff.ts';
import { lockEdit } from './lock/edit.ts';
import { lockInit } from './lock/init.ts';
import { lockMigrate } from './lock/migrate.ts';
import { lockRotate, lockShare, lockUnshare } from './lock/share.ts';
import { lockShow, lockStatus } from './lock/show.ts';

const definitions = [
  lockInit,
  lockStatus,
  lockShow,
  lockDiff,
  lockAccept,
  lockEdit,
  lockShare,
  lockUnshare,
  lockRotate,
  lockMigrate,
];

export const lockCommands: Definition = (parent, context) => {
  const lock = group(parent, 'lock', 'Seals, shows, shares and accepts the agent.lock of a folder.');
  for (const define of definitions) define(lock, context);
};
