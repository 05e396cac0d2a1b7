import type { ComponentProps } from 'react'

type IconProps = Omit<ComponentProps<'svg'>, 'stroke'> & {
  /** Width and height in px. */
  readonly size?: number
  /** Width of the lines in a box of 24. */
  readonly stroke?: number
}

/**
 * An icon of lines in the colour of the text around it, from the lines of its drawing in a box of 24. Screen readers skip it;
 * one that has a label of its own says `aria-hidden={false}`.
 */
export function icon(...lines: readonly string[]) {
  return function Icon({ size = 24, stroke = 1.75, ...rest }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...rest}
      >
        {lines.map((line) => (
          <path key={line} d={line} />
        ))}
      </svg>
    )
  }
}
