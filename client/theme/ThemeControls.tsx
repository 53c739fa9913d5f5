import { css } from '@emotion/react';
import { Contrast } from 'lucide';
import { themeName } from '../early/themeChoice.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { visuallyHidden } from '../ui/styles.ts';
import { chooseTheme } from './themeSlice.ts';

const choices = [
  { choice: 'dark', label: 'Dark' },
  { choice: 'light', label: 'Light' },
  { choice: 'system', label: 'System' },
] as const;

const group = css({
  display: 'inline-flex',
  margin: 0,
  padding: '0.25rem',
  border: '1px solid var(--line)',
  borderRadius: '0.75rem',
});
const option = css({
  position: 'relative',
  '& input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' },
  '& span': {
    display: 'grid',
    placeItems: 'center',
    minHeight: '2.25rem',
    padding: '0 0.875rem',
    borderRadius: '0.5rem',
    color: 'var(--muted)',
    fontSize: '0.875rem',
    fontWeight: 500,
  },
  // An outline marks the chosen theme, because forced colours remove shadows.
  '& input:checked + span': { outline: '2px solid var(--accent)', outlineOffset: '-2px', color: 'var(--text)' },
  '& input:focus-visible + span': { outline: '3px solid var(--accent-2)', outlineOffset: 0 },
});

export function ThemeChooser() {
  const dispatch = useAppDispatch();
  const current = useAppSelector((state) => state.theme.choice);
  return (
    <fieldset css={group} className="needs-scripts">
      <legend css={visuallyHidden}>Theme</legend>
      {choices.map(({ choice, label }) => (
        <label css={option} key={choice}>
          <input
            type="radio"
            name={themeName}
            value={choice}
            checked={choice === current}
            onChange={() => dispatch(chooseTheme(choice))}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

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
