import { Button, Select } from '@mantine/core'
import { type DataSheet, dataSheet, dataSheetFile, type MachineTypeRow } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { call, callForFile, failureText } from '../../api/call.ts'
import { options } from '../../crud/formFields.ts'
import { OneClient } from '../../crud/OneClient.tsx'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useSize } from '../../i18n/useSize.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconDownload } from '../../icons/icons.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { Loadable } from '../../ui/Loadable.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useDownload } from '../../ui/saveFile.ts'
import { machineTypesQuery } from '../panelQueries.ts'
import styles from './DataSheetView.module.css'

/** What the Data Act wants to be known of the data of a machine type: for one client, from its own records. */
export function DataSheetView() {
  const say = useTexts('dataSheet')
  const types = useQuery(machineTypesQuery)
  return (
    <OneClient before={say('chooseFirst')}>
      {(clientId) => (
        <Loadable
          query={types}
          saysLoading
          emptyText={say('noTypes')}
          isEmpty={(all) => all.length === 0}
        >
          {(all: readonly MachineTypeRow[]) => (
            <OfClient key={clientId} {...{ clientId, types: all }} />
          )}
        </Loadable>
      )}
    </OneClient>
  )
}

function OfClient({ clientId, types }: { clientId: number; types: readonly MachineTypeRow[] }) {
  const say = useTexts('dataSheet')
  const [chosen, setChosen] = useState(types[0]?.id ?? 0)
  const query = useQuery(dataSheetQuery(clientId, chosen))
  return (
    <div className={styles.parts}>
      <Select
        className={styles.type ?? ''}
        data-screen-only
        label={say('machineType')}
        data={options(types, ({ label }) => label)}
        value={String(chosen)}
        allowDeselect={false}
        onChange={(value) => value !== null && setChosen(Number(value))}
      />
      <Loadable query={query} saysLoading emptyText={say('noTypes')} isEmpty={() => false}>
        {(sheet: DataSheet) => <SheetPanel {...{ sheet, clientId }} machineTypeId={chosen} />}
      </Loadable>
    </div>
  )
}

const dataSheetQuery = (clientId: number, machineTypeId: number) =>
  queryOptions({
    queryKey: ['dataSheet', clientId, machineTypeId],
    queryFn: ({ signal }) => call(dataSheet, { params: { clientId, machineTypeId } }, signal),
  })

/** The sheet itself, as a page that can be printed, and as files. */
function SheetPanel({
  sheet,
  clientId,
  machineTypeId,
}: {
  sheet: DataSheet
  clientId: number
  machineTypeId: number
}) {
  const say = useTexts('dataSheet')
  const { measured, keepDays } = sheet
  const saving = useDownload('data-sheet', (format: 'csv' | 'xlsx') =>
    callForFile(dataSheetFile, { params: { clientId, machineTypeId, format } }),
  )
  const button = (format: 'csv' | 'xlsx') => (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={saving.isPending && saving.variables === format}
      onClick={() => saving.mutate(format)}
    >
      {format.toUpperCase()}
    </Button>
  )
  return (
    <Panel
      title={say('titleOf', { type: sheet.machineTypeName })}
      sub={sheet.clientName}
      actions={
        <>
          {button('csv')}
          {button('xlsx')}
          <Button onClick={() => window.print()}>{say('print')}</Button>
        </>
      }
    >
      <div className={styles.sheet}>
        {saving.isError && <ErrorNote>{failureText(saving.error)}</ErrorNote>}
        <p>{say('law')}</p>
        <Section title={say('volume')}>
          <Volumes groups={sheet.groups} />
          <p className={styles.note}>
            {measured.machines === 0
              ? say('notMeasured', { of: formatCount(measured.ofMachines) })
              : say('measured', {
                  machines: formatCount(measured.machines),
                  of: formatCount(measured.ofMachines),
                })}{' '}
            <DateTime at={measured.from} /> – <DateTime at={sheet.at} />
          </p>
        </Section>
        <Section title={say('format')}>
          <p>{say('formatText')}</p>
        </Section>
        <Section title={say('continuous')}>
          <p>{say('continuousText')}</p>
        </Section>
        <Section title={say('storage')}>
          <p>{say(sheet.stores === 'here' ? 'storedHere' : 'storedElsewhere')}</p>
        </Section>
        <Section title={say('retention')}>
          <dl className={styles.facts}>
            {(['records', 'minutes', 'auditLog'] as const).map((kind) => (
              <div key={kind}>
                <dt>{say(`keep.${kind}`)}</dt>
                <dd>{say('days', { days: formatCount(keepDays[kind]) })}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <Section title={say('access')}>
          <p>{say('accessText')}</p>
        </Section>
        <Section title={say('erasure')}>
          <p>{say('erasureText')}</p>
        </Section>
        <Section title={say('holder')}>
          <p>{say('holderText', { holder: sheet.holder })}</p>
        </Section>
        <p className={styles.note}>{say('madeBy', { version: sheet.version })}</p>
      </div>
    </Panel>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

function Volumes({ groups }: { groups: DataSheet['groups'] }) {
  const say = useTexts('dataSheet')
  const size = useSize()
  return (
    <dl className={styles.groups}>
      {groups.map(({ group, fields, recordsPerMonth, bytesPerMonth }) => (
        <div key={group}>
          <dt>
            {say(`group.${group}`)}
            <small>{fields.join(' · ')}</small>
          </dt>
          <dd>
            {recordsPerMonth === null || bytesPerMonth === null
              ? say('notYet')
              : say('aMonth', {
                  records: formatCount(Math.round(recordsPerMonth)),
                  size: size(Math.round(bytesPerMonth)),
                })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
