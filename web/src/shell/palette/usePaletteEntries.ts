import {
  type ClientMachine,
  type Permissions,
  type SavedView,
  stopCauses,
  valueLookup,
} from '@packboard/contract'
import {
  colourSchemes,
  dateRangePresets,
  densities,
  isLanguage,
  languages,
  shiftPresets,
  weekPresets,
} from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouterState } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { clientQueries, machinesQuery } from '../../clients/clientQueries.ts'
import { type MachineState, readMachineStates } from '../../clients/machineStatesWire.ts'
import { useSwitchClient } from '../../clients/useSwitchClient.ts'
import { openFilter } from '../../filter/filter.ts'
import { presetName } from '../../filter/filterSearch.ts'
import { chartQuery, filterWire } from '../../filter/filterWire.ts'
import { presetKeys } from '../../filter/presetKeys.ts'
import { presetWindow } from '../../filter/presetWindow.ts'
import { chooseLanguage, currentLanguage } from '../../i18n/language.ts'
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
import { chooseDensity } from '../../preferences/DensityMenu.tsx'
import { type ChosenClient, useClient } from '../../session/chosenClient.ts'
import { seesDaySummary } from '../../session/pages.ts'
import { usePerson } from '../../session/useSession.ts'
import { useColourScheme } from '../../theme/colourScheme.ts'
import { useDensity } from '../../theme/density.ts'
import { serverNow } from '../../time/serverClock.ts'
import { browserZone, type PageTimes } from '../../time/zone.ts'
import { shortcutsAreOn, shortcutsOf } from '../help/shortcuts.ts'
import { openHelp, openSavedViews } from '../overlaysOpen.ts'
import { printPage } from '../print/printPage.ts'
import { addressOfView, savedViewsQuery } from '../savedViews/savedViewsQuery.ts'
import { useSignOut } from '../useSignOut.ts'
import {
  causeEntries,
  type Entry,
  hereEntries,
  longestStopEntries,
  machineEntries,
  type NamedPeriod,
  packsEntries,
  pageEntries,
  periodEntries,
  periodPages,
  productEntries,
  shiftEntries,
  type Viewer,
} from './pageEntries.ts'
import { exportMenus, goAfterPalette, openAfterPalette, pageParts } from './pageParts.ts'

const none: readonly never[] = []

/** Everything that this person can open or do from here, and whether some of it is still loaded. `typed`: something is looked for. */
export function usePaletteEntries(times: PageTimes | null, typed: boolean) {
  const own = useTexts('palette')
  const shell = useTexts('shell')
  const filters = useTexts('filters')
  const states = useTexts('states')
  const person = usePerson()
  const client = useClient(person)
  const may = person.permissions
  const { path, search } = useRouterState({
    select: ({ location }) => ({ path: location.pathname, search: location.search }),
    structuralSharing: true,
  })
  const { machineId: machineHere } = useParams({ strict: false })
  const { machines, present, causes, clients, products, views, isPending } = useLists(
    client,
    may,
    times?.zone ?? browserZone,
    typed,
  )
  const factory = times?.factory ?? null
  const choices = useChoiceEntries()
  // The palette is made anew each time it opens; under it the page stays.
  const [parts] = useState(pageParts)
  const [menus] = useState(exportMenus)
  const switchTo = useSwitchClient()

  const entries = useMemo(() => {
    const viewer: Viewer = {
      may,
      client,
      search: may.chooseClient && client ? { client: client.id } : {},
    }
    const presets =
      factory && factory.starts.length > 0
        ? [...dateRangePresets, ...weekPresets, ...shiftPresets]
        : [...dateRangePresets, ...weekPresets]
    const periods = presets.flatMap((preset): NamedPeriod[] => {
      const named = presetName(preset)
      return named === undefined ? [] : [{ preset: named, name: filters(presetKeys[preset]) }]
    })
    const keys = shortcutsAreOn() ? shortcutsOf(may, client?.subscriptionLabel ?? null) : none
    const keysOf = (does: string) => {
      const found = keys.find((shortcut) => shortcut.does === does)
      return found ? { keys: found.keys } : {}
    }
    const lines = [...new Set(machines.map(({ lineName }) => lineName))].filter(Boolean)
    const here = periodPages(viewer).find((page) => page.path === path)
    const titleHere = machineHere ?? (here && shell(here.name))
    // A page without a period leads to the timeline of it.
    const periodsHere =
      titleHere === undefined
        ? client && hereEntries(timelineOf(viewer), shell('timeline'), periods)
        : hereEntries({ path, search }, titleHere, periods)
    return [
      ...viewEntries(viewer, views),
      ...machineEntries(viewer, machines, present, states),
      ...pageEntries(viewer, lines, keysOf, {
        shell,
        own,
        panel: may.openPanel ? textsOf('panel') : null,
      }),
      ...longestStopEntries(viewer, periods, own),
      ...packsEntries(viewer, periods, own),
      ...partEntries(path, parts, menus, own('exportWords')),
      ...(periodsHere ?? []),
      ...(factory ? shiftEntries(viewer, factory, new Date(serverNow()), own) : []),
      ...periodEntries(viewer, machines, periods, shell),
      ...causeEntries(viewer, causes, filters('last7Days')),
      ...productEntries(viewer, products, own('daysOfProduct')),
      ...clients
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
    factory,
    machines,
    present,
    causes,
    clients,
    products,
    views,
    parts,
    menus,
    path,
    search,
    machineHere,
    choices,
    switchTo,
    own,
    shell,
    filters,
    states,
  ])
  return { entries, isPending }
}

const viewEntries = ({ search }: Viewer, views: readonly SavedView[]) =>
  views.map(
    (view): Entry => ({
      id: `view:${view.id}`,
      group: 'views',
      title: view.name,
      ...(!view.isOwn && { detail: view.owner }),
      Icon: IconBookmark,
      address: () => addressOfView(view, search),
    }),
  )

/** The titled parts of the open page, and its menus that export. */
const partEntries = (
  path: string,
  parts: ReturnType<typeof pageParts>,
  menus: ReturnType<typeof exportMenus>,
  words: string,
): Entry[] => [
  ...parts.map(
    (part): Entry => ({
      id: `part:${path}:${part.title}`,
      group: 'parts',
      title: part.title,
      Icon: IconTable,
      act: () => goAfterPalette(part),
    }),
  ),
  ...menus.map(
    ({ name, opener }): Entry => ({
      id: `export:${path}:${name}`,
      group: 'parts',
      title: name,
      words,
      Icon: IconDownload,
      act: () => openAfterPalette(opener),
    }),
  ),
]

/** What the entries are made of, each empty until it has come. */
function useLists(client: ChosenClient | null, may: Permissions, zone: string, typed: boolean) {
  const clientId = client?.id ?? 0
  const enabled = client !== null
  const machines = useQuery({ ...machinesQuery(clientId), enabled })
  const clients = useQuery({ ...clientQueries.names(), enabled: may.chooseClient })
  const readsDays = client !== null && seesDaySummary(may, client.subscriptionLabel)
  const products = useProducts(readsDays ? clientId : null, zone)
  const views = useQuery({ ...savedViewsQuery(clientId), enabled })
  const machineList = machines.data?.machines ?? none
  return {
    machines: machineList,
    present: useMachineStates(clientId, machineList),
    // Many texts, for who looks for one of them.
    causes: useCauses(enabled && typed ? clientId : null, zone),
    clients: clients.data?.clients ?? none,
    products: products.data?.data ?? none,
    views: views.data?.views ?? none,
    isPending: [machines, clients, products].some(({ isLoading }) => isLoading),
  }
}

const timelineOf = ({ search }: Viewer) => ({ path: '/admin/timeline', search: { ...search } })

const unknownStates: ReadonlyMap<string, MachineState> = new Map()
const freshMs = 10_000

/** What the machines do while the palette is open; without an answer they are found all the same. */
function useMachineStates(clientId: number, machines: readonly ClientMachine[]) {
  const serialNos = machines.map(({ machineId }) => machineId)
  const { data } = useQuery({
    queryKey: ['palette', 'states', clientId, serialNos],
    queryFn: ({ signal }) => readMachineStates(clientId, serialNos, signal),
    enabled: serialNos.length > 0,
    staleTime: freshMs,
    refetchInterval: freshMs,
  })
  return data ?? unknownStates
}

/** What stopped the machines in the last seven days, the longest first. */
function useCauses(clientId: number | null, zone: string) {
  const window = presetWindow('Last 7 Days', new Date(), zone)
  const filter = openFilter(window, ['product', 'machine'])
  const { data } = useQuery({
    queryKey: ['palette', 'causes', clientId, window.startDate, window.endDate, zone],
    queryFn: ({ signal }) =>
      call(stopCauses, { query: chartQuery(clientId ?? 0, undefined, filter) }, signal),
    enabled: clientId !== null,
    staleTime: 300_000,
  })
  return data?.causes ?? none
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
            act: () => chooseDensity(each),
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
