import { lazy, Suspense, useState } from 'react'
import { needTexts } from '../../i18n/language.ts'
import { usePerson } from '../../session/useSession.ts'
import type { PageTimes } from '../../time/zone.ts'
import { usePaletteIsOpen } from './paletteOpen.ts'

/** The palette comes with its first use; the names of the panel's pages only for those who may open it. */
const palette = async (withPanel: boolean) => {
  const [{ Palette }] = await Promise.all([
    import('./Palette.tsx'),
    needTexts('palette', ...(withPanel ? (['panel'] as const) : [])),
  ])
  return { default: Palette }
}

/** The command palette of every page of a signed-in person; its key is the shell's (usePaletteKey.ts). */
export function PaletteHost({ times }: { times: PageTimes | null }) {
  const { openPanel } = usePerson().permissions
  const opened = usePaletteIsOpen()
  const [Palette] = useState(() => lazy(() => palette(openPanel)))
  // Once opened it stays mounted, so that its closing is animated.
  const [wanted, setWanted] = useState(false)
  if (opened && !wanted) setWanted(true)
  return (
    wanted && (
      <Suspense fallback={null}>
        <Palette {...{ opened, times }} />
      </Suspense>
    )
  )
}
