import { PaletteHost } from '../palette/PaletteHost.tsx'
import type { PageTimes } from '../time/zone.ts'
import { Help } from './help/Help.tsx'

/** What opens over a page, by a key or a button of the bar: help, tour and palette. It comes after the page, never before it. */
export default function Overlays({ times }: { times: PageTimes | null }) {
  return (
    <>
      <Help />
      <PaletteHost times={times} />
    </>
  )
}
