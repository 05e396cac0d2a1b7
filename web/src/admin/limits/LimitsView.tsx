import { TextInput } from '@mantine/core'
import { type Limits, limits, setLimits } from '@packboard/contract'
import { type LimitName, nearLimitShare, noFigure } from '@packboard/model'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallFailed, call, failureText } from '../../api/call.ts'
import table from '../../crud/CrudTable.module.css'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Loadable, type Waiting } from '../../ui/Loadable.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import styles from './LimitsView.module.css'

/** What one device or machine may use of this installation, and who is near that. */
export function LimitsView() {
  const say = useTexts('panel')
  const query = useQuery(limitsQuery)
  return (
    <div className={styles.parts}>
      <Loadable query={query} emptyText={say('notAvailable')} isEmpty={() => false} saysLoading>
        {(limits) => <LimitsForm key={limits.version} limits={limits} />}
      </Loadable>
      <NearLimits query={query} />
    </div>
  )
}

/** Each limit, with the setting of the environment that is its default. */
const settings: Readonly<Record<LimitName, string>> = {
  deviceMegabytesPerDay: 'DEVICE_MB_PER_DAY',
  quarantineRecords: 'QUARANTINE_RECORDS',
  quarantineMegabytes: 'QUARANTINE_MB',
}
const names = ['deviceMegabytesPerDay', 'quarantineRecords', 'quarantineMegabytes'] as const

type Entered = Readonly<Record<LimitName, string>>

/** An empty field is the default; a wrong one is undefined. */
function numberOf(entered: string, { min, max }: { min: number; max: number }) {
  const text = entered.trim()
  if (text === '') return null
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : undefined
}

function LimitsForm({ limits }: { limits: Limits }) {
  const say = useTexts('limits')
  const panel = useTexts('panel')
  const queries = useQueryClient()
  const shown = (name: LimitName) => String(limits[name].set ?? '')
  const [entered, setEntered] = useState<Entered>(() => ({
    deviceMegabytesPerDay: shown('deviceMegabytesPerDay'),
    quarantineRecords: shown('quarantineRecords'),
    quarantineMegabytes: shown('quarantineMegabytes'),
  }))
  const [checked, setChecked] = useState(false)
  const number = (name: LimitName) => numberOf(entered[name], limits[name])
  const saving = useMutation({
    mutationFn: () =>
      call(setLimits, {
        body: {
          deviceMegabytesPerDay: number('deviceMegabytesPerDay') ?? null,
          quarantineRecords: number('quarantineRecords') ?? null,
          quarantineMegabytes: number('quarantineMegabytes') ?? null,
          version: limits.version,
        },
      }),
    onSuccess: () => {
      showToast(panel('success'))
      void queries.invalidateQueries({ queryKey: ['panel'] })
    },
    onError: (error) => {
      showToast(failureText(error), true)
      // Another person saved first: the form starts again from what is there.
      if (error instanceof CallFailed && error.status === 409) {
        void queries.invalidateQueries({ queryKey: limitsQuery.queryKey })
      }
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!saving.isPending && names.every((name) => number(name) !== undefined)) saving.mutate()
  }
  return (
    <Panel title={say('title')}>
      <form className={styles.form} noValidate autoComplete="off" onSubmit={save}>
        {saving.isError && <ErrorNote>{failureText(saving.error)}</ErrorNote>}
        <p className={styles.what}>{say('what')}</p>
        <div className={styles.fields}>
          {names.map((name) => {
            const { value, min, max } = limits[name]
            const range = { min: formatCount(min), max: formatCount(max) }
            return (
              <TextInput
                key={name}
                label={say(name)}
                inputMode="numeric"
                placeholder={String(limits[name].default)}
                maxLength={6}
                description={
                  <>
                    <b>{say('inForce', { value: formatCount(value) })}</b>
                    {say(`${name}Hint`)}{' '}
                    {say('default', {
                      value: formatCount(limits[name].default),
                      setting: settings[name],
                    })}
                  </>
                }
                error={checked && number(name) === undefined && say('outside', range)}
                value={entered[name]}
                onChange={(event) => setEntered({ ...entered, [name]: event.currentTarget.value })}
              />
            )
          })}
        </div>
        <div>
          <BusyButton type="submit" busy={saving.isPending ? panel('updating') : null}>
            {panel('update')}
          </BusyButton>
        </div>
      </form>
    </Panel>
  )
}

const percent = (share: number) => `${formatCount(100 * share)} %`

/** The devices and machines that are near a limit, the fullest first: before their records are refused. */
function NearLimits({ query }: { query: Waiting<Limits> }) {
  const say = useTexts('limits')
  const uncounted = query.data?.machines === null
  return (
    <Panel
      title={say('near')}
      sub={uncounted ? say('uncounted') : say('nearSub', { share: percent(nearLimitShare) })}
      className={`${table.table} ${table.named} ${table.twoLines} ${styles.near}`}
    >
      <DataTable
        label={say('near')}
        query={query}
        rows={nearRows}
        rowKey={({ key }: NearLimit) => key}
        emptyText={say(uncounted ? 'nobodyCounted' : 'nobody')}
        hint={say('nobodyHint')}
        saysLoading
        skeletonRows={3}
        columns={[
          { title: say('name'), cell: ({ name }) => name ?? say('noMachine'), wide: true },
          { title: say('client'), cell: ({ clientName }) => clientName ?? noFigure, wide: true },
          { title: say('limit'), cell: ({ limit }) => say(limit), wide: true },
          {
            key: 'used',
            title: say('used'),
            numeric: true,
            cell: ({ used, most }) => (
              <>
                <span className={styles.full}>{percent(used / most)}</span>{' '}
                {say('ofLimit', { used: formatCount(used), limit: formatCount(most) })}
              </>
            ),
          },
        ]}
      />
    </Panel>
  )
}

/** A device or machine near one limit. */
type NearLimit = {
  readonly key: string
  /** Null: machines that do not exist, together. */
  readonly name: string | null
  readonly clientName: string | null
  readonly limit: LimitName
  readonly used: number
  readonly most: number
}

/** One row for each, the fullest first; a machine is named by the limit that it reaches first. */
function nearRows({ devices, machines, ...limits }: Limits): NearLimit[] {
  const rows = [
    ...devices.map((device) => ({
      key: `device ${device.id}`,
      name: device.name,
      clientName: device.clientName,
      limit: 'deviceMegabytesPerDay' as const,
      used: device.usedMegabytes,
      most: limits.deviceMegabytesPerDay.value,
    })),
    ...(machines ?? []).map(({ machineId, clientId, clientName, records, megabytes }) => {
      const byRecords =
        records / limits.quarantineRecords.value >= megabytes / limits.quarantineMegabytes.value
      const limit = byRecords ? ('quarantineRecords' as const) : ('quarantineMegabytes' as const)
      return {
        key: `machine ${clientId} ${machineId}`,
        name: machineId,
        clientName,
        limit,
        used: byRecords ? records : megabytes,
        most: limits[limit].value,
      }
    }),
  ]
  return rows.sort((a, b) => b.used / b.most - a.used / a.most)
}

/** The limits of the installation. What is edited must be what is there now. */
const limitsQuery = queryOptions({
  queryKey: ['panel', 'limits'],
  queryFn: ({ signal }) => call(limits, {}, signal),
  staleTime: 0,
})
