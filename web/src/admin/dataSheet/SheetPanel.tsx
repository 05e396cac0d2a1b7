import { Button } from '@mantine/core'
import { type DataSheet, dataSheetFile } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { callForFile, failureText } from '../../api/call.ts'
import { saveFile } from '../../export/saveFile.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useSize } from '../../i18n/useSize.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconDownload } from '../../icons/icons.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './DataSheetView.module.css'

/** The sheet itself, as a page that can be printed, and as files. */
export function SheetPanel({
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
  const saving = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      callForFile(dataSheetFile, { params: { clientId, machineTypeId, format } }),
    onSuccess: ({ name, content }) => saveFile(name ?? 'data-sheet', content),
  })
  const button = (format: 'csv' | 'xlsx') => (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
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
