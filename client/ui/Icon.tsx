import type { IconNode } from 'lucide';
import { createElement, type SVGAttributes } from 'react';

type IconProps = Omit<SVGAttributes<SVGSVGElement>, 'children'> & {
  readonly icon: IconNode;
  /** Width and height in CSS pixels. */
  readonly size?: number;
};

/** A decorative icon beside a text that says the same. Size and shape follow https://lucide.dev/guide */
export function Icon({ icon, size = 20, ...rest }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentcolor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      {icon.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  );
}
