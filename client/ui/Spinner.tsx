import { css, keyframes } from '@emotion/react';

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
