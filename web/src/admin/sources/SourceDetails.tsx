import { Button } from '@mantine/core'
import { type DataSource, type QuarantinedRecord, quarantineFile } from '@packboard/contract'
import { formatClock, noFigure, type SourceState } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { callForFile, failureText } from '../../api/call.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconDownload } from '../../icons/icons.ts'
import { usePerson } from '../../session/useSession.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { useShownZone } from '../../time/zone.ts'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { Loadable } from '../../ui/Loadable.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { useDownload } from '../../ui/saveFile.ts'
import { DictionaryFinding } from '../doctor/DictionaryFinding.tsx'
import { machineSearch } from '../machineSearch.ts'
import { clockText, reasonWord, sourceWord } from '../quarantine/quarantineWords.ts'
import { SendAgainButton, SentAgainNote, useSendAgain } from '../quarantine/SendAgain.tsx'
import { sourceStateWord } from './Age.tsx'
import styles from './DataSources.module.css'
import { sourceQueries } from './sourceRows.ts'

/** One machine as a source: its day, what became of its records, and those that were not accepted. */
export function SourceDetails({
  clientId,
  source,
  since,
  opened,
  onClose,
}: { clientId: number; source: DataSource; since: Date } & DialogProps) {
  const say = useTexts('sources')
  const sayDoctor = useTexts('doctor')
  const { permissions } = usePerson()
  return (
    <Dialog
      title={source.serialNo}
      side={source.lineName}
      width={760}
      {...{ opened, onClose }}
      foot={
        <>
          {permissions.manageInstallation && (
            <Link
              className={styles.toConnection ?? ''}
              to="/admin/panel"
              search={machineSearch(source.id)}
            >
              {say('openConnection')}
            </Link>
          )}
          <Button variant="default" onClick={onClose}>
            {say('done')}
          </Button>
        </>
      }
    >
      <div className={styles.details}>
        <section>
          <h3>{say('byHour')}</h3>
          <HourStrip hours={source.hours} since={since} />
        </section>
        <Facts source={source} />
        {source.finding && (
          <section>
            <h3>{sayDoctor('title')}</h3>
            <DictionaryFinding machineId={source.id} finding={source.finding} />
          </section>
        )}
        <NotAccepted {...{ clientId }} serialNo={source.serialNo} />
      </div>
    </Dialog>
  )
}

const timeOf = (at: Date | null) => (at ? <DateTime at={at} /> : noFigure)

function Facts({ source }: { source: DataSource }) {
  const say = useTexts('sources')
  const sayClock = useTexts('quarantine')
  const fields = Object.entries(source.unknownFields)
  const facts: readonly [string, ReactNode][] = [
    [say('connection'), <SourceStateMark key="state" state={source.state} />],
    [say('door'), sourceWord(sayClock, source.door)],
    [say('receivedAt'), timeOf(source.receivedAt)],
    [say('dataAt'), timeOf(source.dataAt)],
    [
      say('received'),
      say('receivedIs', {
        received: formatCount(source.received),
        accepted: formatCount(source.accepted),
        duplicate: formatCount(source.duplicate),
        quarantined: formatCount(source.quarantined),
      }),
    ],
    [say('clock'), clockText(sayClock, source.clockSkewMs)],
    ...(source.timeStandsStill
      ? [[say('valueTimes'), say('timeStandsStill')] satisfies [string, ReactNode]]
      : []),
    [say('late'), formatCount(source.late)],
    [say('backFill'), formatCount(source.backFill)],
    [say('resets'), formatCount(source.resets)],
    [say('missingNumbers'), formatCount(source.missingNumbers)],
    [say('unknownStates'), formatCount(source.unknownStates)],
    [
      say('unknownFields'),
      fields.length === 0
        ? noFigure
        : fields.map(([name, count]) => `${name} (${formatCount(count)})`).join(', '),
    ],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function NotAccepted({ clientId, serialNo }: { clientId: number; serialNo: string }) {
  const say = useTexts('sources')
  const sayRecords = useTexts('quarantine')
  const query = useQuery(sourceQueries.notAccepted(clientId, serialNo))
  const file = useDownload('kept-aside.ndjson', () =>
    callForFile(quarantineFile, { params: { clientId }, query: { serialNo } }),
  )
  const sending = useSendAgain(clientId, { serialNo })
  const count = query.data?.count ?? 0
  return (
    <section>
      <div className={styles.head}>
        <h3>{say('lastNotAccepted')}</h3>
        {count > 0 && <SendAgainButton {...{ sending }} small />}
        {count > 0 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} />}
            disabled={file.isPending}
            onClick={() => file.mutate()}
          >
            {sayRecords(file.isPending ? 'downloading' : 'download')}
          </Button>
        )}
      </div>
      {count > 0 && <p className={styles.what}>{say('sendAgain')}</p>}
      <SentAgainNote {...{ sending }} />
      {file.isError && <ErrorNote>{failureText(file.error)}</ErrorNote>}
      <Loadable
        query={query}
        isEmpty={({ records }) => records.length === 0}
        emptyText={query.isError ? undefined : say('allAccepted')}
        saysLoading
      >
        {({ records }: { records: readonly QuarantinedRecord[] }) => (
          <ol className={styles.records}>
            {records.map((record) => (
              <Refused key={`${record.receivedAt.getTime()} ${record.raw}`} record={record} />
            ))}
          </ol>
        )}
      </Loadable>
      {count > 5 && <p className={styles.what}>{say('more', { count: formatCount(count) })}</p>}
    </section>
  )
}

/** Characters of a record that a row shows; the file and *Received Records* have all of it. */
const shownCharacters = 400

function Refused({
  record: { receivedAt, reason, detail, advice, raw },
}: {
  record: QuarantinedRecord
}) {
  const sayRecords = useTexts('quarantine')
  const sayMend = useTexts('connection')
  return (
    <li>
      <p className={styles.why}>
        <b>{reasonWord(sayRecords, reason)}</b>
        <DateTime at={receivedAt} />
      </p>
      {detail && <p>{detail}</p>}
      <code>
        {raw.slice(0, shownCharacters)}
        {raw.length > shownCharacters && '…'}
      </code>
      <p className={styles.mend}>{sayMend(`mend.${advice}`)}</p>
    </li>
  )
}

const hourMs = 3_600_000
const pitch = 10
const wide = 7
const height = 48

/** The records that came in each of the last 24 hours, on a scale from 0. */
function HourStrip({ hours, since }: { hours: readonly number[]; since: Date }) {
  const say = useTexts('sources')
  const zone = useShownZone()
  const most = Math.max(...hours, 1)
  const clockOf = (index: number) =>
    formatClock(new Date(since.getTime() + index * hourMs), zone).slice(0, 5)
  const without = hours.filter((count) => count === 0).length
  const summary = say('hoursSummary', {
    from: clockOf(0),
    most: formatCount(Math.max(...hours, 0)),
    at: clockOf(hours.indexOf(Math.max(...hours))),
    without: formatCount(without),
  })
  return (
    <figure className={styles.strip}>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${hours.length * pitch - (pitch - wide)} ${height}`}
        preserveAspectRatio="none"
      >
        {hours.map((count, index) => {
          const tall = count === 0 ? 1 : Math.max(2, (height * count) / most)
          return (
            <rect
              key={clockOf(index)}
              x={index * pitch}
              y={height - tall}
              width={wide}
              height={tall}
              data-none={count === 0}
            >
              <title>{`${clockOf(index)} · ${formatCount(count)}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption aria-hidden="true">
        <span>{clockOf(0)}</span>
        <span>{say('mostInAnHour', { count: formatCount(Math.max(...hours, 0)) })}</span>
        <span>{clockOf(hours.length - 1)}</span>
      </figcaption>
    </figure>
  )
}

/** The same as a line in a row, without words: the details have them. */
export function HourLine({ hours }: { hours: readonly number[] }) {
  const most = Math.max(...hours, 1)
  const points = hours.map(
    (count, index) => `${(index * 80) / (hours.length - 1)},${22 - (20 * count) / most}`,
  )
  const [x = '80', y = '22'] = points.at(-1)?.split(',') ?? []
  return (
    <svg className={styles.line} viewBox="-2 0 86 24" aria-hidden="true">
      <polyline points={points.join(' ')} />
      <circle cx={x} cy={y} r={2} />
    </svg>
  )
}

/** The state of a source; its shape says it as well as its colour. */
export function SourceStateMark({ state }: { state: SourceState }) {
  const say = useTexts('sources')
  return (
    <span className={styles.state} data-state={state}>
      <i aria-hidden="true" />
      {sourceStateWord(say, state)}
    </span>
  )
}
