import { valueLookup } from '@packboard/contract'
import { colourSchemes, dateRangePresets, densities, shiftPresets } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouterState } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { clientQueries, machinesQuery } from '../../clients/clientQueries.ts'
import { useSwitchClient } from '../../clients/useSwitchClient.ts'
import { openFilter } from '../../filter/filter.ts'
import { presetName } from '../../filter/filterSearch.ts'
import { filterWire } from '../../filter/filterWire.ts'
import { presetKeys } from '../../filter/presetKeys.ts'
import { presetWindow } from '../../filter/presetWindow.ts'
import { chooseLanguage, currentLanguage } from '../../i18n/language.ts'
import { isLanguage, languages } from '../../i18n/languages.ts'
import { textsOf, useTexts } from '../../i18n/useTexts.ts'
import {
  IconAdjustmentsHorizontal,
  IconBookmark,
  IconBuildingFactory2,
  IconDownload,
  IconHelpCircle,
  IconListDetails,
  IconLogout,
  IconMoon,
  IconSun,
  IconTable,
  IconWorld,
} from '../../icons/icons.ts'
import { keepLooks } from '../../preferences/ChoiceMenu.tsx'
import { useClient } from '../../session/chosenClient.ts'
import { seesDaySummary } from '../../session/pages.ts'
import { usePerson } from '../../session/useSession.ts'
import { useColourScheme } from '../../theme/colourScheme.ts'
import { showDensity, useDensity } from '../../theme/density.ts'
import { browserZone, type PageTimes } from '../../time/zone.ts'
import { shortcutsAreOn, shortcutsOf } from '../help/shortcuts.ts'
import { openHelp, openSavedViews } from '../overlaysOpen.ts'
import { printPage } from '../print/printPage.ts'
import { addressOfView, savedViewsQuery } from '../savedViews/savedViewsQuery.ts'
import { useSignOut } from '../useSignOut.ts'
import {
  type Entry,
  hereEntries,
  machineEntries,
  type NamedPeriod,
  pageEntries,
  periodEntries,
  periodPages,
  productEntries,
  type Viewer,
} from './pageEntries.ts'
import { goAfterPalette, pageParts } from './pageParts.ts'

const none: readonly never[] = []

/** Everything that this person can open or do from here, and whether some of it is still loaded. */
export function usePaletteEntries(times: PageTimes | null) {
  const own = useTexts('palette')
  const shell = useTexts('shell')
  const filters = useTexts('filters')
  const person = usePerson()
  const client = useClient(person)
  const may = person.permissions
  const { path, search } = useRouterState({
    select: ({ location }) => ({ path: location.pathname, search: location.search }),
    structuralSharing: true,
  })
  const { machineId: machineHere } = useParams({ strict: false })
  const machines = useQuery({ ...machinesQuery(client?.id ?? 0), enabled: client !== null })
  const clients = useQuery({ ...clientQueries.names(), enabled: may.chooseClient })
  const products = useProducts(
    client !== null && seesDaySummary(may, client.subscriptionLabel) ? client.id : null,
    times?.zone ?? browserZone,
  )
  const views = useQuery({ ...savedViewsQuery(client?.id ?? 0), enabled: client !== null })
  const hasShifts = (times?.factory?.starts.length ?? 0) > 0
  const choices = useChoiceEntries()
  // The palette is made anew each time it opens; under it the page stays.
  const [parts] = useState(pageParts)

  const machineList = machines.data?.machines ?? none
  const clientList = clients.data?.clients ?? none
  const viewList = views.data?.views ?? none
  const productList = products.data?.data ?? none
  const switchTo = useSwitchClient()

  const entries = useMemo(() => {
    const viewer: Viewer = {
      may,
      client,
      search: may.chooseClient && client ? { client: client.id } : {},
    }
    const presets = hasShifts ? [...dateRangePresets, ...shiftPresets] : dateRangePresets
    const periods = presets.flatMap((preset): NamedPeriod[] => {
      const named = presetName(preset)
      return named === undefined ? [] : [{ preset: named, name: filters(presetKeys[preset]) }]
    })
    const keys = shortcutsAreOn() ? shortcutsOf(may, client?.subscriptionLabel ?? null) : none
    const keysOf = (does: string) => {
      const found = keys.find((shortcut) => shortcut.does === does)
      return found ? { keys: found.keys } : {}
    }
    const lines = [...new Set(machineList.map(({ lineName }) => lineName))].filter(Boolean)
    const here = periodPages(viewer).find((page) => page.path === path)
    const titleHere = machineHere ?? (here && shell(here.name))
    return [
      ...viewList.map(
        (view): Entry => ({
          id: `view:${view.id}`,
          group: 'views',
          title: view.name,
          ...(!view.isOwn && { detail: view.owner }),
          Icon: IconBookmark,
          address: () => addressOfView(view, viewer.search),
        }),
      ),
      ...machineEntries(viewer, machineList),
      ...pageEntries(viewer, lines, keysOf, {
        shell,
        own,
        panel: may.openPanel ? textsOf('panel') : null,
      }),
      ...parts.map(
        (part): Entry => ({
          id: `part:${path}:${part.title}`,
          group: 'parts',
          title: part.title,
          Icon: IconTable,
          act: () => goAfterPalette(part),
        }),
      ),
      ...(titleHere === undefined ? [] : hereEntries({ path, search }, titleHere, periods)),
      ...periodEntries(viewer, machineList, periods, shell),
      ...productEntries(viewer, productList, own('daysOfProduct')),
      ...clientList
        .filter(({ id }) => id !== client?.id)
        .map(
          (other): Entry => ({
            id: `client:${other.id}`,
            group: 'clients',
            title: other.name,
            ...(other.location && { detail: other.location }),
            Icon: IconBuildingFactory2,
            act: () => switchTo(other),
          }),
        ),
      ...(client
        ? [
            {
              id: 'saveView',
              group: 'do',
              title: own('saveView'),
              Icon: IconBookmark,
              act: () => openSavedViews(),
            } satisfies Entry,
          ]
        : []),
      ...choices,
    ]
  }, [
    may,
    client,
    hasShifts,
    machineList,
    clientList,
    productList,
    viewList,
    parts,
    path,
    search,
    machineHere,
    choices,
    switchTo,
    own,
    shell,
    filters,
  ])
  const isPending = [machines, clients, products].some(({ isLoading }) => isLoading)
  return { entries, isPending }
}

/** What ran in the last 30 days. */
function useProducts(clientId: number | null, zone: string) {
  const window = presetWindow('Last 30 Days', new Date(), zone)
  const filter = openFilter(window, ['product', 'machine'])
  return useQuery({
    queryKey: ['palette', 'products', clientId, window.startDate, window.endDate, zone],
    queryFn: ({ signal }) =>
      call(
        valueLookup,
        { params: { clientId: clientId ?? 0, field: 'product' }, query: filterWire(filter) },
        signal,
      ),
    enabled: clientId !== null,
    staleTime: 300_000,
  })
}

/** Colours, language, help and the way out. */
function useChoiceEntries(): readonly Entry[] {
  const own = useTexts('palette')
  const shell = useTexts('shell')
  const ui = useTexts('ui')
  const { chosen, choose } = useColourScheme()
  const density = useDensity()
  const signOut = useSignOut()
  const { language } = currentLanguage()
  return useMemo(
    () => [
      ...colourSchemes
        .filter((scheme) => scheme !== chosen)
        .map(
          (scheme): Entry => ({
            id: `colours:${scheme}`,
            group: 'do',
            title: ui('coloursAre', { name: ui(scheme) }),
            words: own('themeWords'),
            Icon: scheme === 'dark' ? IconMoon : IconSun,
            act: () => {
              choose(scheme)
              keepLooks({ colourScheme: scheme })
            },
          }),
        ),
      ...densities
        .filter((each) => each !== density)
        .map(
          (each): Entry => ({
            id: `density:${each}`,
            group: 'do',
            title: ui('densityIs', { name: ui(each) }),
            Icon: IconAdjustmentsHorizontal,
            act: () => {
              showDensity(each)
              keepLooks({ density: each })
            },
          }),
        ),
      ...Object.keys(languages)
        .filter(isLanguage)
        .filter((each) => each !== language)
        .map(
          (each): Entry => ({
            id: `language:${each}`,
            group: 'do',
            title: languages[each].name,
            lang: each,
            detail: ui('language'),
            Icon: IconWorld,
            // Without a network the language stays; the menu of the footer says so when it is tried there.
            act: () => void chooseLanguage(each).catch(() => {}),
          }),
        ),
      {
        id: 'help',
        group: 'do',
        title: shell('help'),
        keys: shortcutsAreOn() ? ['?'] : [],
        Icon: IconHelpCircle,
        act: () => openHelp(),
      },
      {
        id: 'print',
        group: 'do',
        title: own('print'),
        Icon: IconDownload,
        act: printPage,
      },
      {
        id: 'documentation',
        group: 'do',
        title: own('documentation'),
        Icon: IconListDetails,
        address: () => '/docs/',
        newTab: true,
      },
      {
        id: 'signOut',
        group: 'do',
        title: shell('logout'),
        words: own('signOutWords'),
        Icon: IconLogout,
        act: signOut,
        isFinal: true,
      },
    ],
    [own, shell, ui, chosen, choose, density, language, signOut],
  )
}
