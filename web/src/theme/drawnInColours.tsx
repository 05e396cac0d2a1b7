import type { ComponentType } from 'react'
import { useShownScheme } from './colourScheme.ts'

/** Makes a part that draws on a canvas anew when other colours are shown: a canvas keeps those that it was drawn with. */
export function drawnInColours<Props extends object>(Part: ComponentType<Props>) {
  return function Coloured(props: Props) {
    return <Part key={useShownScheme()} {...props} />
  }
}
