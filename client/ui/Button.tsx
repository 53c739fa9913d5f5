import { type CSSObject, css, keyframes, type SerializedStyles } from '@emotion/react';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';

const base = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '0.5rem',
  border: '1px solid transparent',
  borderRadius: '0.625rem',
  background: 'transparent',
  fontWeight: 600,
  lineHeight: 1.25,
  textAlign: 'center',
  textDecoration: 'none',
  '&:active:not(:disabled)': { transform: 'translateY(1px)' },
});

/** The colours of a button. `hovered`: what changes under the pointer. */
function variant({ color = 'var(--text)', ...rest }: CSSObject, hovered: CSSObject): SerializedStyles {
  return css({ color, ...rest, '&:hover:not(:disabled)': { color, ...hovered } });
}

const variants = {
  default: variant({ background: 'var(--accent)', color: 'var(--on-accent)' }, { background: 'var(--accent-strong)' }),
  destructive: variant(
    { background: 'var(--danger-ground)', color: 'var(--on-danger)' },
    { borderColor: 'currentcolor' },
  ),
  outline: variant({ borderColor: 'var(--line-strong)' }, { borderColor: 'var(--accent)', color: 'var(--accent)' }),
  secondary: variant(
    { background: 'var(--surface-2)', borderColor: 'var(--line)' },
    { borderColor: 'var(--line-strong)' },
  ),
  ghost: variant({}, { background: 'var(--surface-2)' }),
  link: variant({ color: 'var(--accent)', textDecoration: 'underline' }, { color: 'var(--accent-strong)' }),
};

// All controls are at least 44 px high and wide: https://www.w3.org/WAI/WCAG22/Understanding/target-size-enhanced
const sizes = {
  default: css({ minHeight: '2.75rem', padding: '0.5rem 1.125rem' }),
  sm: css({ minHeight: '2.75rem', padding: '0.375rem 0.875rem', fontSize: '0.9375rem' }),
  lg: css({ minHeight: '3.25rem', padding: '0.75rem 1.5rem', fontSize: '1.0625rem' }),
  icon: css({ width: '2.75rem', height: '2.75rem', padding: 0 }),
};

type ButtonVariant = keyof typeof variants;
type ButtonSize = keyof typeof sizes;

const turn = keyframes({ to: { transform: 'rotate(1turn)' } });
const ring = css({
  width: '1em',
  height: '1em',
  border: '2px solid currentcolor',
  borderRightColor: 'transparent',
  borderRadius: '50%',
  animation: `${turn} 0.8s linear infinite`,
});

export function Spinner() {
  return <span css={ring} data-spinner aria-hidden="true" />;
}

const joined: { [key: string]: SerializedStyles } = {};

/** The style of a button, also for links that look like a button. Emotion joins and hashes it at its first use only. */
export function buttonStyles(variant: ButtonVariant = 'default', size: ButtonSize = 'default'): SerializedStyles {
  const key = variant + size;
  const style = joined[key] ?? css([base, variants[variant], sizes[size]]);
  joined[key] = style;
  return style;
}

type ButtonProps = ComponentProps<'button'> & {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** Shows a spinner beside the label, which should say what is happening. */
  readonly busy?: boolean;
};

export function Button({ variant, size, busy, type = 'button', children, ...rest }: ButtonProps) {
  const element = useRef<HTMLButtonElement>(null);

  // A button that is disabled while busy loses the focus. The button gets the focus back, unless the visitor has moved the focus.
  useLayoutEffect(() => {
    const button = element.current;
    if (!busy || document.activeElement !== button) return;
    return () => {
      if (document.activeElement === document.body) button?.focus();
    };
  }, [busy]);

  return (
    <button ref={element} css={buttonStyles(variant, size)} type={type} {...rest}>
      {busy ? <Spinner /> : null}
      {/* If a browser has translated bare text, React cannot insert beside it: https://github.com/facebook/react/issues/11538 */}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  );
}
