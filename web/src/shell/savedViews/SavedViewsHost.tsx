import { lazy, Suspense, useEffect, useState } from 'react'
import { needTexts } from '../../i18n/language.ts'
import { useClient } from '../../session/chosenClient.ts'
import { usePerson } from '../../session/useSession.ts'
import { browserZone, type PageTimes } from '../../time/zone.ts'
import { openSavedViews, useSavedViewsAreOpen } from './savedViewsOpen.ts'

const SavedViews = lazy(async () => {
  const [{ SavedViews }] = await Promise.all([import('./SavedViews.tsx'), needTexts('savedViews')])
  return { default: SavedViews }
})

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
