import { Contrast } from 'lucide';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { chooseTheme } from './themeSlice.ts';

export function ThemeToggle() {
  const dispatch = useAppDispatch();
  const shown = useAppSelector((state) => state.theme.shown);
  return (
    <Button
      variant="ghost"
      size="icon"
      className="needs-scripts"
      aria-label="Toggle theme"
      onClick={() => dispatch(chooseTheme(shown === 'dark' ? 'light' : 'dark'))}
    >
      {/* One icon for both themes, because the server does not know the visitor's theme. */}
      <Icon icon={Contrast} size={20} />
    </Button>
  );
}
