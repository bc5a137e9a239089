import { useState } from 'react';
import { z } from 'zod';
import { app } from '../text/app.ts';
import { chooseTheme, currentTheme, theme, themes } from './theme.ts';

/** Which theme the panel wears. */
export function ThemeChoice() {
  const [chosen, setChosen] = useState(currentTheme);
  return (
    <label className="theme wide">
      <span>{app.theme}</span>
      <select
        value={chosen}
        onChange={({ target }) => {
          const next = z.parse(theme, target.value);
          chooseTheme(next);
          setChosen(next);
        }}
      >
        {themes.map((name) => (
          <option key={name} value={name}>
            {app.themes[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
