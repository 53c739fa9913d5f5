import { css } from '@emotion/react';
import { Moon, Sun } from 'lucide';
import { useAppDispatch, useAppStore } from '../hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { systemTheme } from './themeChoice.ts';
import { themeChosen } from './themeSlice.ts';

// CSS shows one of two icons: the server does not know the theme. (Emotion turns `:root … &` into `&:root … &`.)
const sun = css({ 'html[data-theme=light] &': { display: 'none' } });
const moon = css({ 'html[data-theme=dark] &': { display: 'none' } });

export function ThemeToggle() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  return (
    <Button
      variant="ghost"
      size="icon"
      className="needs-scripts"
      aria-label="Toggle theme"
      onClick={() => {
        const choice = store.getState().theme.shown === 'dark' ? 'light' : 'dark';
        dispatch(themeChosen({ choice, system: systemTheme() }));
      }}
    >
      <Icon css={sun} icon={Sun} size={20} />
      <Icon css={moon} icon={Moon} size={20} />
    </Button>
  );
}
