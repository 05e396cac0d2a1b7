import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import {
  type ComponentType,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { clientTimesQuery } from '../../clients/clientQueries.ts'
import { useClientInAddress } from '../../clients/useClientOfAddress.ts'
import { OneClient } from '../../crud/OneClient.tsx'
import { needTexts } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconChevronDown } from '../../icons/icons.ts'
import {
  type PanelEntry,
  type PanelTable,
  type PanelView,
  panelSections,
  panelTables,
  panelViews,
} from '../../session/pages.ts'
import { usePerson } from '../../session/useSession.ts'
import { Loadable, LoadingWord } from '../../ui/Loadable.tsx'
import { usePageTitle } from '../../ui/usePageTitle.ts'
import { BackupView } from '../backup/BackupView.tsx'
import { ConnectionHead, ConnectionView } from '../connection/ConnectionView.tsx'
import { DataSheetView } from '../dataSheet/DataSheetView.tsx'
import { DevicesView } from '../devices/DevicesView.tsx'
import { ErasureView } from '../erasure/ErasureView.tsx'
import { KioskLinks } from '../kioskLinks/KioskLinks.tsx'
import { LimitsView } from '../limits/LimitsView.tsx'
import { ProductsView } from '../products/ProductsView.tsx'
import { QuarantineView } from '../quarantine/QuarantineView.tsx'
import { DataSourcesView } from '../sources/DataSourcesView.tsx'
import { SupportView } from '../support/SupportView.tsx'
import { AuditLogView } from './AuditLogView.tsx'
import { ClientsTable } from './ClientsTable.tsx'
import { DeletedView } from './DeletedView.tsx'
import { DistributorsTable } from './DistributorsTable.tsx'
import { InstallationWarnings } from './InstallationWarnings.tsx'
import { LinesTable, MachinesTable } from './MachinesTable.tsx'
import { MachineTypesTable } from './MachineTypesTable.tsx'
import styles from './PanelScreen.module.css'
import { ShiftsEditor } from './ShiftsEditor.tsx'
import { UsersTable } from './UsersTable.tsx'

/** With their texts: neither is loaded before it is opened. */
const PlanView = lazy(async () => {
  const [{ PlanView }] = await Promise.all([import('../plan/PlanView.tsx'), needTexts('plan')])
  return { default: PlanView }
})
const ReasonsView = lazy(async () => {
  const [{ ReasonsView }] = await Promise.all([
    import('../reasons/ReasonsView.tsx'),
    needTexts('stopBook'),
  ])
  return { default: ReasonsView }
})

const RecordFilesView = lazy(async () => {
  const [{ RecordFilesView }] = await Promise.all([
    import('../files/RecordFilesView.tsx'),
    needTexts('recordFiles'),
  ])
  return { default: RecordFilesView }
})

const SignInView = lazy(async () => {
  const [{ SignInView }] = await Promise.all([
    import('../signIn/SignInView.tsx'),
    needTexts('account'),
  ])
  return { default: SignInView }
})

const CompanySignInView = lazy(async () => {
  const [{ CompanySignInView }] = await Promise.all([
    import('../companySignIn/CompanySignInView.tsx'),
    needTexts('companyPanel', 'errors'),
  ])
  return { default: CompanySignInView }
})

const InstallationsView = lazy(async () => {
  const [{ InstallationsView }] = await Promise.all([
    import('../installations/InstallationsView.tsx'),
    needTexts('installations'),
  ])
  return { default: InstallationsView }
})

const ProgramsView = lazy(async () => {
  const [{ ProgramsView }] = await Promise.all([
    import('../programs/ProgramsView.tsx'),
    needTexts('programs'),
  ])
  return { default: ProgramsView }
})

const AlertsView = lazy(async () => {
  const [{ AlertsView }] = await Promise.all([
    import('../alerts/AlertsView.tsx'),
    needTexts('alerts', 'alertRules'),
  ])
  return { default: AlertsView }
})

const ReportsView = lazy(async () => {
  const [{ ReportsView }] = await Promise.all([
    import('../reports/ReportsView.tsx'),
    needTexts('reports', 'alertRules', 'shiftPage'),
  ])
  return { default: ReportsView }
})

const tables: Record<PanelTable, ComponentType> = {
  distributors: DistributorsTable,
  machines: MachinesTable,
  machineTypes: MachineTypesTable,
  clients: ClientsTable,
  users: UsersTable,
}

const others: Record<Exclude<PanelView, 'tables'>, ComponentType> = {
  lines: LinesTable,
  products: ProductsView,
  devices: DevicesView,
  programs: ProgramsView,
  walls: KioskLinks,
  companySignIn: CompanySignInView,
  shifts: ShiftsView,
  plan: PlanView,
  reasons: ReasonsView,
  alerts: AlertsView,
  reports: ReportsView,
  files: RecordFilesView,
  erasure: ErasureView,
  signIn: SignInView,
  sources: DataSourcesView,
  installations: InstallationsView,
  quarantine: QuarantineView,
  dataSheets: DataSheetView,
  limits: LimitsView,
  backups: BackupView,
  support: SupportView,
  deleted: DeletedView,
  log: AuditLogView,
}

/** Clients, machines and people; everyone finds the tables that they may see. */
export function PanelScreen() {
  const say = useTexts('panel')
  const { permissions } = usePerson()
  const views = panelViews(permissions)
  const { view: requested = 'tables', machine } = useSearch({ from: '/admin/panel' })
  const coming = useClientInAddress()
  const view = views.includes(requested) ? requested : 'tables'
  const machineId = permissions.manageInstallation ? machine : undefined
  const own = panelTables(permissions)
  const Other = view === 'tables' ? null : others[view]
  return (
    <div className={styles.page}>
      {machineId === undefined ? <PanelHead /> : <ConnectionHead machineId={machineId} />}
      <InstallationWarnings />
      {/* Tutorials exist and are not offered (specification §2). */}
      <a href="/admin/panel#tutorials" hidden>
        {say('tutorials')}
      </a>
      <div className={styles.columns} data-rail={own.length + views.length > 2}>
        {own.length + views.length > 2 && (
          <Rail {...{ own, view }} isMachine={machineId !== undefined} />
        )}
        <div className={styles.sections}>
          {coming ? (
            <LoadingWord turning />
          ) : machineId !== undefined ? (
            <ConnectionView key={machineId} machineId={machineId} />
          ) : Other ? (
            <Suspense fallback={<LoadingWord turning />}>
              <Other />
            </Suspense>
          ) : (
            own.map((name) => {
              const Table = tables[name]
              return <Table key={name} />
            })
          )}
        </div>
      </div>
    </div>
  )
}

function PanelHead() {
  const say = useTexts('panel')
  usePageTitle(say('pageTitle'))
  return <h1>{say('pageTitle')}</h1>
}

function Rail({
  own,
  view,
  isMachine,
}: {
  own: readonly PanelTable[]
  view: PanelView
  /** One machine is open: it is in the table of machines. */
  isMachine: boolean
}) {
  const say = useTexts('panel')
  const { permissions } = usePerson()
  const hash = useLocation({ select: (location) => location.hash })
  const { inView, request } = useSectionInView(own)
  const marked = isMachine ? 'machines' : (own.find((name) => name === (inView ?? hash)) ?? own[0])
  const current = view === 'tables' ? (marked ?? view) : view
  // On a phone the sections are a list that opens: they would be longer than a line.
  const list = useId()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const isTable = (name: PanelEntry): name is PanelTable => own.some((table) => table === name)
  return (
    <nav
      className={styles.rail}
      aria-label={say('sections')}
      data-open={open}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !open) return
        close()
        opener.current?.focus()
      }}
    >
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        {say(current)}
        <IconChevronDown size={18} />
      </button>
      <div id={list} className={styles.links}>
        {panelSections(permissions).map(({ group, entries }) => (
          <div key={group} className={styles.group}>
            <p id={`${list}-${group}`}>{say(groupTitles[group])}</p>
            <ul aria-labelledby={`${list}-${group}`}>
              {entries.map((name) => (
                <li key={name}>
                  {isTable(name) ? (
                    <Link
                      onClick={() => {
                        request(name)
                        close()
                      }}
                      to="/admin/panel"
                      search={({ client }) => ({ ...(client !== undefined && { client }) })}
                      hash={name}
                      hashScrollIntoView={{ behavior: 'smooth' }}
                      activeOptions={oneAtATime}
                      data-current={view === 'tables' && marked === name}
                    >
                      {say(name)}
                      <Count table={name} />
                    </Link>
                  ) : (
                    <Link
                      onClick={close}
                      to="/admin/panel"
                      search={({ client }) => ({
                        ...(client !== undefined && { client }),
                        view: name,
                      })}
                      activeOptions={oneAtATime}
                      data-current={view === name}
                    >
                      {say(name)}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

const groupTitles = {
  machines: 'groupMachines',
  connection: 'groupConnection',
  planning: 'groupPlanning',
  people: 'groupPeople',
} as const

/** Of all links to the panel, only the current one is marked. */
const oneAtATime = { exact: true, includeHash: true, includeSearch: true }

/** How many rows a table has; empty until the table has been requested. */
function Count({ table }: { table: PanelTable }) {
  const queries = useQueryClient()
  const count = useSyncExternalStore(
    (listener) => queries.getQueryCache().subscribe(listener),
    () => queries.getQueryData<readonly unknown[]>(['panel', table])?.length,
  )
  return <span className="digits">{count ?? ''}</span>
}

/** When the shifts of a client begin: staff choose whose, a client's administrator has the own ones. */
function ShiftsView() {
  const say = useTexts('panel')
  return (
    <OneClient before={say('shiftsOf')}>{(clientId) => <Shifts clientId={clientId} />}</OneClient>
  )
}

function Shifts({ clientId }: { clientId: number }) {
  const say = useTexts('panel')
  // What is edited must be what is there now.
  const query = useQuery({ ...clientTimesQuery(clientId), staleTime: 0 })
  return (
    <Loadable query={query} emptyText={say('notAvailable')} isEmpty={() => false} saysLoading>
      {(times) => <ShiftsEditor key={times.version} {...{ clientId, times }} />}
    </Loadable>
  )
}

/** A section counts as reached when its top is at most so far below that of the window, in px. */
const reachedPx = 140

/**
 * The section that is read while the page is scrolled, and a way to name the one that was just requested: it stays marked
 * until the person scrolls on, also where the page is too short to bring it to the top.
 */
export function useSectionInView(ids: readonly string[]): {
  readonly inView: string | null
  readonly request: (id: string) => void
} {
  const [inView, setInView] = useState<string | null>(null)
  const requested = useRef(false)
  const key = ids.join(' ')
  useEffect(() => {
    const look = () => {
      if (requested.current) return
      const names = key.split(' ')
      const tops = names.map((id) => document.getElementById(id)?.getBoundingClientRect().top)
      const last = tops.findLastIndex((top) => top !== undefined && top <= reachedPx)
      const { scrollY, innerHeight } = window
      const atEnd = scrollY > 0 && scrollY + innerHeight >= document.body.scrollHeight - 2
      setInView(names[atEnd ? names.length - 1 : Math.max(0, last)] ?? null)
    }
    const scrolledOn = () => {
      requested.current = false
    }
    window.addEventListener('scroll', look, { passive: true })
    for (const name of ownScrolls) window.addEventListener(name, scrolledOn, { passive: true })
    return () => {
      window.removeEventListener('scroll', look)
      for (const name of ownScrolls) window.removeEventListener(name, scrolledOn)
    }
  }, [key])
  const request = useCallback((id: string) => {
    requested.current = true
    setInView(id)
  }, [])
  return { inView, request }
}

/** What a person does to scroll; a click on a link moves the page by itself. */
const ownScrolls = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
