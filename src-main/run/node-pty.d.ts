/// <reference path="../../node_modules/node-pty/node-pty.d.ts" />

/** The package is installed under the name of the one it replaces, and declares its types under its own. */
declare module 'node-pty' {
  export * from '@lydell/node-pty';
}

declare module '@lydell/node-pty' {
  interface IPty {
    /** Bytes as they are: outside of Windows they go to a socket, which takes them. */
    write(data: Uint8Array): void;
  }
}
