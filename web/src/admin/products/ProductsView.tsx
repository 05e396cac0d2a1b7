import { Button } from '@mantine/core'
import {
  importRecipes,
  productProposals,
  products as productsCall,
  type RecipeWire,
  type RefusedLine,
  type Products as StoredProducts,
} from '@packboard/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { CallFailed, call } from '../../api/call.ts'
import { CrudTable } from '../../crud/CrudTable.tsx'
import { CsvImport, refusalWords } from '../../crud/CsvImport.tsx'
import type { FormSpec } from '../../crud/FormModal.tsx'
import { firstMissing } from '../../crud/formFields.ts'
import { OneClient } from '../../crud/OneClient.tsx'
import { formatCount } from '../../i18n/formatNumber.ts'
import { textsOf, useTexts } from '../../i18n/useTexts.ts'
import { IconDownload } from '../../icons/icons.ts'
import { usePerson } from '../../session/useSession.ts'
import { useNow } from '../../time/useNow.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { saveCsv } from '../../ui/saveFile.ts'
import { showToast } from '../../ui/Toasts.tsx'
import { useMedia } from '../../ui/useNarrow.ts'
import { useOpening } from '../../ui/useOpening.ts'
import { panelQueries } from '../panelQueries.ts'
import { Applying, History } from '../settings/History.tsx'
import { targetRows, wallNow } from '../settings/settingRows.ts'
import { applyingMs, useSettings } from '../settings/useSettings.tsx'
import styles from './ProductsView.module.css'
import { TooLow, useSetProposal } from './Proposals.tsx'
import { allProductsCsv, productForm, productsCsv, productValues } from './productForm.ts'
import { SpeedEditor } from './SpeedEditor.tsx'
import { speedColumns } from './speedColumns.tsx'
import {
  type Proposal,
  productOf,
  type SpeedChoice,
  type SpeedRow,
  speedRows,
} from './speedRows.ts'

/** The products of one client with their target speeds: staff choose which, the others have the own one. */
export function ProductsView() {
  const say = useTexts('panel')
  return (
    <OneClient before={say('productsOf')}>
      {(clientId) => <Products clientId={clientId} />}
    </OneClient>
  )
}

const speedsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'settings', 'products', clientId],
    queryFn: ({ signal }) => call(productsCall, { params: { clientId } }, signal),
    refetchInterval: ({ state }) => (state.data?.applying.length ? applyingMs : false),
  })

/** They look at 30 days of records: once for an opened page. */
const proposalsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'proposals', clientId],
    queryFn: ({ signal }) => call(productProposals, { params: { clientId } }, signal),
    staleTime: 300_000,
  })

const noProposals: readonly Proposal[] = []
const noTypes = { machineTypes: [] }

/** Beside the table is room for a form. */
const roomy = '(min-width: 80.0625em)'

function Products({ clientId }: { clientId: number }) {
  const say = useTexts('settings')
  const panel = useTexts('panel')
  const { editProducts, nameLines } = usePerson().permissions
  const queries = useQueryClient()
  const speeds = useQuery(speedsQuery(clientId))
  const recipes = useQuery(panelQueries.products(clientId))
  const { data: proposals = noProposals } = useQuery(proposalsQuery(clientId))
  const opening = useOpening<SpeedChoice>()
  const settings = useSettings('client')
  const wide = useMedia(roomy)
  const { data: stored } = speeds
  const now = useNow((at) => wallNow(stored ? [stored.zone] : [], at))
  const rows = useMemo(() => stored && speedRows(stored, proposals, now), [stored, proposals, now])
  const refresh = async () => {
    void queries.invalidateQueries({ queryKey: panelQueries.products(clientId).queryKey })
    void queries.invalidateQueries({ queryKey: proposalsQuery(clientId).queryKey })
    await queries.invalidateQueries({ queryKey: speedsQuery(clientId).queryKey })
  }
  const set = useSetProposal(clientId, stored?.version, refresh)
  const choice = opening.dialog.opened ? opening.about : null
  const row = rows?.find(({ product }) => product === opening.about?.product)
  const history = row && stored && (
    <History
      rows={targetRows(
        stored.targets.filter(({ product }) => product === row.product),
        stored,
        say,
      )}
    />
  )
  const ofProduct = (
    <section className={styles.inDialog}>
      <h3>{say('history')}</h3>
      {history}
    </section>
  )
  const editor = opening.about && row && stored && editProducts && (
    <SpeedEditor
      key={opening.times}
      {...{ clientId, row, stored, proposals, set, refresh }}
      choice={opening.about}
      reread={() => queries.fetchQuery({ ...speedsQuery(clientId), staleTime: 0 })}
      close={opening.dialog.onClose}
      frame={(title, sub, form) =>
        wide ? (
          choice && (
            <Aside {...{ title, sub }} close={opening.dialog.onClose}>
              {form}
            </Aside>
          )
        ) : (
          <Dialog title={title} side={sub} width={560} {...opening.dialog}>
            {form}
            {ofProduct}
          </Dialog>
        )
      }
    />
  )
  return (
    <div className={styles.page} data-open={wide && editProducts && choice !== null}>
      <div className={styles.main}>
        {stored && stored.applying.length > 0 && <Applying applying={stored.applying} />}
        <TooLow {...{ proposals, set }} mayEdit={editProducts} />
        <div className={styles.matrix}>
          <CrudTable
            title={panel('products')}
            noun={panel('aProduct')}
            unit={say('productsUnit')}
            query={{ ...speeds, data: rows }}
            keyOf={productOf}
            nameOf={productOf}
            isCurrent={({ product }) => product === choice?.product}
            columns={
              stored ? speedColumns(say, stored, proposals, { choice, open: opening.open }) : []
            }
            {...(editProducts && { form: formOf(clientId, recipes.data ?? [], refresh) })}
            headActions={
              <>
                {settings.action(clientId, say('thisClient'))}
                {editProducts && (
                  <Files
                    {...{ clientId, refresh }}
                    csv={() => allProductsCsv(recipes.data ?? [], rows ?? [], stored ?? noTypes)}
                  />
                )}
              </>
            }
            hint={editProducts ? panel('productsHint') : undefined}
            foot={<p className={styles.foot}>{say('order')}</p>}
          />
        </div>
        {!nameLines && stored && stored.machines.length > 0 && <Machines stored={stored} />}
        {wide && choice && (
          <Panel title={choice.product} sub={say('neverOverwritten')}>
            {history}
          </Panel>
        )}
      </div>
      {editor}
      {settings.modal}
      {!editProducts && !wide && opening.about && (
        <Dialog key={opening.times} title={opening.about.product} width={560} {...opening.dialog}>
          {ofProduct}
        </Dialog>
      )}
    </div>
  )
}

/** The machines with their settings, for who has no table of them to change. */
function Machines({ stored }: { stored: StoredProducts }) {
  const panel = useTexts('panel')
  const settings = useSettings('machine')
  const typeOf = new Map(stored.machineTypes.map(({ id, label }) => [id, label]))
  const columns = [
    { key: 'serialNo', title: panel('serialNo'), text: machineOf },
    {
      key: 'machineType',
      title: panel('machineType'),
      text: ({ machineTypeId }: Machine) => typeOf.get(machineTypeId) ?? '',
    },
  ]
  return (
    <>
      <CrudTable
        title={panel('machines')}
        query={{ isPending: false, isError: false, data: stored.machines, refetch: () => {} }}
        keyOf={({ id }) => id}
        nameOf={machineOf}
        columns={columns}
        moreActions={({ id, machineId }) => settings.action(id, machineId)}
      />
      {settings.modal}
    </>
  )
}

type Machine = StoredProducts['machines'][number]
const machineOf = ({ machineId }: Machine) => machineId

/** The form beside the table: it takes the focus, and gives it back. */
function Aside({
  title,
  sub,
  close,
  children,
}: {
  title: string
  sub: string
  close: () => void
  children: ReactNode
}) {
  const id = useId()
  const aside = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    aside.current?.querySelector('input')?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <aside
      ref={aside}
      className={`panel ${styles.aside}`}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close()
      }}
    >
      <div className={styles.asideHead}>
        <h2 id={id}>{title}</h2>
        {sub !== '' && (
          <p>
            <KeepDates>{sub}</KeepDates>
          </p>
        )}
      </div>
      {children}
    </aside>
  )
}

/** One product is sent as a file of one line: what refuses a line of a file refuses it here. */
const formOf =
  (clientId: number, recipes: readonly RecipeWire[], refresh: () => Promise<void>) =>
  (row: SpeedRow | null): FormSpec => {
    const say = textsOf('panel')
    const name = row?.product ?? null
    const recipe = recipes.find(({ Product_e }) => Product_e === name)
    return {
      initial: productValues(name, recipe),
      fields: () => productForm(say, row === null),
      ...(row === null && { problem: firstMissing }),
      send: async (values) => {
        const { refused } = await call(importRecipes, {
          params: { clientId },
          body: { csv: productsCsv([values]), dryRun: false },
        })
        const [first] = refused
        if (first) throw new CallFailed(400, refusalWords(say, first))
        await refresh()
        return say('success')
      },
    }
  }

/** All products in a file, and out of one after a dry run. */
function Files({
  clientId,
  csv: write,
  refresh,
}: {
  clientId: number
  csv: () => string
  refresh: () => Promise<void>
}) {
  const say = useTexts('panel')
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={16} />}
        onClick={() => saveCsv('products.csv', write())}
      >
        {say('downloadCsv')}
      </Button>
      <CsvImport
        size="xs"
        title={say('importTitle')}
        hint={say('csvHint')}
        send={(csv, dryRun) => call(importRecipes, { params: { clientId }, body: { csv, dryRun } })}
        fits={({ added, changed, unchanged, refused }) =>
          say('importFound', {
            added: formatCount(added),
            changed: formatCount(changed),
            unchanged: formatCount(unchanged),
            refused: formatCount(refused.length),
          })
        }
        isNothing={({ added, changed }) => added + changed === 0}
        refusalOf={(each: RefusedLine) => refusalWords(say, each)}
        done={() => {
          void refresh()
          showToast(say('success'))
        }}
      />
    </>
  )
}
