import { Contrast } from 'lucide';
import { systemTheme } from '../early/themeChoice.ts';
import { useAppDispatch, useAppStore } from '../hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { themeChosen } from './themeSlice.ts';

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
      {/* One icon for both themes: the server does not know which is shown. */}
      <Icon icon={Contrast} size={20} />
    </Button>
  );
}
