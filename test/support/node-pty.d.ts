/// <reference path="../../src-main/run/node-pty.d.ts" />
