import { type BrowserWindow, dialog } from 'electron';

/** Lets a person choose one folder. @returns its absolute path, or null when they cancelled */
export async function chooseFolder(window: BrowserWindow): Promise<string | null> {
  const chosen = await dialog.showOpenDialog(window, {
    title: 'Choose the folder the agent works in',
    buttonLabel: 'Choose',
    properties: ['openDirectory', 'createDirectory', 'showHiddenFiles'],
  });
  return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
}
