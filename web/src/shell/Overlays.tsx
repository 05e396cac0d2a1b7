import { OwnLooks } from '../preferences/OwnLooks.tsx'
import type { PageTimes } from '../time/zone.ts'
import { Help } from './help/Help.tsx'
import { PaletteHost } from './palette/PaletteHost.tsx'
import { SavedViewsHost } from './savedViews/SavedViewsHost.tsx'

/** What opens over a page, by a key or a button of the bar: help, tour, palette and saved views. It comes after the page, never before it. */
export default function Overlays({ times }: { times: PageTimes | null }) {
  return (
    <>
      <OwnLooks />
      <Help />
      <PaletteHost times={times} />
      <SavedViewsHost times={times} />
    </>
  )
}
