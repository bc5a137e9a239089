import { Menu, type MenuItemConstructorOptions } from 'electron';

/** The menu bar: what each system expects, and nothing that leads out to the web. */
export function menuFor(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const first: MenuItemConstructorOptions =
    platform === 'darwin' ? { role: 'appMenu' } : { role: 'fileMenu' };
  return [first, { role: 'editMenu' }, { role: 'viewMenu' }, { role: 'windowMenu' }];
}

/** Puts the menu in the place of Electron's own. */
export function installMenu(): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuFor(process.platform)));
}
