export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { ipcMain } from './ipc-main.ts';
export { dialog, Menu, shell } from './recorders.ts';
export { protocol, session } from './session.ts';
