/** Electron's parts that leave the app, kept as a record instead of being done. */
export const shell = {
  opened: [] as string[],
  openExternal(url: string): Promise<void> {
    shell.opened.push(url);
    return Promise.resolve();
  },
} satisfies Pick<Electron.Shell, 'openExternal'> & { opened: string[] };

export const dialog = {
  errors: [] as { title: string; content: string }[],
  /** What the person chooses next in a dialog for folders; null: they cancel. */
  nextFolder: null as string | null,
  asked: [] as Electron.OpenDialogOptions[],
  showErrorBox(title: string, content: string): void {
    dialog.errors.push({ title, content });
    process.stderr.write(`${title}: ${content}\n`);
  },
  showOpenDialog(
    _window: Electron.BaseWindow,
    options: Electron.OpenDialogOptions,
  ): Promise<Electron.OpenDialogReturnValue> {
    dialog.asked.push(options);
    const chosen = dialog.nextFolder;
    return Promise.resolve({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] });
  },
};

export const Menu = {
  installed: null as Electron.MenuItemConstructorOptions[] | null,
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => template,
  setApplicationMenu(template: Electron.MenuItemConstructorOptions[] | null): void {
    Menu.installed = template;
  },
};
