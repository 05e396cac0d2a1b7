import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useConfirmationIsWanted } from '../api/confirmation.ts'
import { needTexts } from '../i18n/language.ts'
import { preferencesQuery } from '../preferences/preferencesQuery.ts'
import { useClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { useColourScheme } from '../theme/colourScheme.ts'
import { currentDensity, showDensity } from '../theme/density.ts'
import { browserZone, type PageTimes } from '../time/zone.ts'
import { Help } from './help/Help.tsx'
import { openSavedViews, usePaletteIsOpen, useSavedViewsAreOpen } from './overlaysOpen.ts'

/** What opens over a page, by a key or a button of the bar: help, tour, palette and saved views. It comes after the page, never before it. */
export default function Overlays({ times }: { times: PageTimes | null }) {
  return (
    <>
      <OwnLooks />
      <Help />
      <PaletteHost times={times} />
      <SavedViewsHost times={times} />
      <ConfirmationHost />
    </>
  )
}

/** Shows what the person chose on another device, once, when they come; what this browser has stays until then. */
function OwnLooks() {
  const { id } = usePerson()
  const { choose } = useColourScheme()
  const { data } = useQuery(preferencesQuery(id))
  // Once: a choice that is made here is not taken back by the answer of before.
  const shown = useRef<typeof data>(undefined)
  useEffect(() => {
    if (!data || shown.current === data) return
    shown.current = data
    if (data.colourScheme) choose(data.colourScheme)
    if (data.density && data.density !== currentDensity()) showDensity(data.density)
  }, [data, choose])
  return null
}

/** The palette comes with its first use; the names of the panel's pages only for those who may open it. */
const palette = async (withPanel: boolean) => {
  const [{ Palette }] = await Promise.all([
    import('./palette/Palette.tsx'),
    needTexts('palette', ...(withPanel ? (['panel'] as const) : [])),
  ])
  return { default: Palette }
}

/** The command palette of every page of a signed-in person; its key is the shell's (AdminShell.tsx). */
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

const SavedViews = lazy(async () => {
  const [{ SavedViews }] = await Promise.all([
    import('./savedViews/SavedViews.tsx'),
    needTexts('savedViews'),
  ])
  return { default: SavedViews }
})

const Confirmation = lazy(async () => {
  const [{ Confirmation }] = await Promise.all([
    import('../account/Confirmation.tsx'),
    needTexts('account'),
  ])
  return { default: Confirmation }
})

/** The place of the dialog that a call asks for which wants a confirmation. */
function ConfirmationHost() {
  const opened = useConfirmationIsWanted()
  const [wanted, setWanted] = useState(false)
  if (opened && !wanted) setWanted(true)
  return (
    wanted && (
      <Suspense fallback={null}>
        <Confirmation opened={opened} />
      </Suspense>
    )
  )
}

/** The saved views of every page of a signed-in person who sees a client. */
export function SavedViewsHost({ times }: { times: PageTimes | null }) {
  const client = useClient(usePerson())
  const opened = useSavedViewsAreOpen()
  const [wanted, setWanted] = useState(false)
  if (opened && !wanted) setWanted(true)
  useEffect(() => () => openSavedViews(false), [])
  return (
    wanted &&
    client && (
      <Suspense fallback={null}>
        <SavedViews
          clientId={client.id}
          opened={opened}
          times={times ?? { zone: browserZone, factory: null }}
        />
      </Suspense>
    )
  )
}
