import { Button, TextInput } from '@mantine/core'
import { type LineStopWire, nameLineRoot } from '@packboard/contract'
import { flowLimits, formatClock, formatDateTime } from '@packboard/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, failureText } from '../api/call.ts'
import { formatDecimals } from '../i18n/formatNumber.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { IconX } from '../icons/icons.ts'
import { usePerson } from '../session/useSession.ts'
import { StateName } from '../stops/stopNames.tsx'
import { DateTime } from '../time/DateTime.tsx'
import { useShownZone } from '../time/zone.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { Loadable, type Waiting } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/Toasts.tsx'
import { useOpening } from '../ui/useOpening.ts'
import { msOf } from './attributed.ts'
import type { LineScope } from './lineQueries.ts'
import { OpenStop } from './PresentStop.tsx'
import { stopTimeText } from './StopTime.tsx'
import styles from './UndecidedPanel.module.css'

type Undecided = LineStopWire & {
  readonly attribution: Extract<LineStopWire['attribution'], { kind: 'withheld' }>
}

const isUndecided = (stop: LineStopWire): stop is Undecided =>
  stop.attribution.kind === 'withheld' && stop.seconds > 0

/** So many are listed at first. */
const shownAtFirst = 12

/** Of each stop whose root is not decided: why not, what is known of it, and what to do. */
export function UndecidedPanel({
  scope,
  machines,
  stops,
  close,
}: {
  scope: LineScope
  /** null: all machines of the line. */
  machines: ReadonlySet<string> | null
  stops: Waiting<{ readonly stops: readonly LineStopWire[] }>
  close: () => void
}) {
  const say = useTexts('line')
  const sayUi = useTexts('ui')
  return (
    <Panel
      title={say('undecidedRow')}
      className={styles.panel}
      actions={
        <button type="button" className={styles.close} aria-label={sayUi('close')} onClick={close}>
          <IconX size={20} />
        </button>
      }
    >
      <Loadable
        query={stops}
        isEmpty={() => false}
        empty={(mark) => (
          <>
            <p>{say('stopsFailed')}</p>
            {mark}
          </>
        )}
      >
        {({ stops: all }) => (
          <StopChoice
            {...{ scope, all }}
            found={all
              .filter(isUndecided)
              .filter(({ machineId }) => machines?.has(machineId) ?? true)}
          />
        )}
      </Loadable>
    </Panel>
  )
}

function StopChoice({
  scope,
  all,
  found,
}: {
  scope: LineScope
  all: readonly LineStopWire[]
  found: readonly Undecided[]
}) {
  const say = useTexts('line')
  const zone = useShownZone()
  const [whole, showWhole] = useState(false)
  const [chosen, choose] = useState<string | null>(null)
  const keyOf = ({ machineId, from }: LineStopWire) => `${machineId} ${from.getTime()}`
  const longest = found.toSorted((a, b) => b.seconds - a.seconds)
  const shown = whole ? longest : longest.slice(0, shownAtFirst)
  const stop = longest.find((one) => keyOf(one) === chosen) ?? longest[0]
  const serialNos = [...new Set(all.map(({ machineId }) => machineId))]
  return (
    <>
      {stop && <Known {...{ scope, stop, serialNos }} />}
      {longest.length > 1 && (
        <ul className={styles.stops} aria-label={say('undecidedStops')}>
          {shown.map((one) => (
            <li key={keyOf(one)}>
              <button type="button" aria-pressed={one === stop} onClick={() => choose(keyOf(one))}>
                <span className="digits">{formatClock(one.from, zone)}</span>
                <b>{one.machineId}</b>
                <span>{stopTimeText(msOf(one.seconds))}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown.length < longest.length && (
        <button type="button" className={styles.more} onClick={() => showWhole(true)}>
          {say('showAll', { count: longest.length })}
        </button>
      )}
    </>
  )
}

/** Why the root of one stop is not decided, the clocks and the buffer where they are known, and the ways on. */
function Known({
  scope,
  stop,
  serialNos,
}: {
  scope: LineScope
  stop: Undecided
  serialNos: readonly string[]
}) {
  const say = useTexts('line')
  const { permissions } = usePerson()
  const naming = useOpening<LineStopWire>()
  const { machineId, from, to, state, attribution } = stop
  const { why, neighbour, skewMs, neighbourSkewMs, bufferSeconds } = attribution
  const other = neighbour ?? say('neighbour')
  const facts = [
    [say('clockOf', { machine: machineId }), clockText(skewMs)],
    [say('clockOf', { machine: other }), clockText(neighbourSkewMs)],
    [
      say('bufferBetween'),
      bufferSeconds === undefined || bufferSeconds === null
        ? null
        : say('seconds', { count: formatDecimals(bufferSeconds, 0) }),
    ],
  ] as const
  return (
    <div className={styles.known}>
      <p className={styles.about}>
        <b>{machineId}</b> <DateTime at={from} />, {stopTimeText(msOf(stop.seconds))}
      </p>
      <StateName code={state} />
      <p>{say(`because.${why}`, { machine: machineId, other })}</p>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={styles.advice}>{say(`advice.${why}`, { other })}</p>
      <div className={styles.ways}>
        {permissions.nameRoots && (
          <Button variant="default" onClick={() => naming.open(stop)}>
            {say('nameRoot')}
          </Button>
        )}
        {permissions.readQuarantine && (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link {...props} to="/admin/panel" search={{ view: 'sources' }} />
            )}
          >
            {say('dataSources')}
          </Button>
        )}
        <OpenStop {...{ scope, machineId }} start={from} end={to} quiet />
      </div>
      {naming.about && (
        <NameRoot
          key={naming.times}
          {...{ scope, serialNos }}
          stop={naming.about}
          {...naming.dialog}
        />
      )}
    </div>
  )
}

/** `58.0 s ahead`; null where the answer does not hold it. */
function clockText(skewMs: number | null | undefined): string | null {
  const say = textsOf('line')
  if (skewMs === undefined) return null
  if (skewMs === null) return say('unmeasured')
  const count = formatDecimals(Math.abs(skewMs) / 1_000, 1)
  if (Math.abs(skewMs) < 50) return say('seconds', { count })
  return say(skewMs > 0 ? 'secondsAhead' : 'secondsBehind', { count })
}

/** No machine has this name: it stands for a root outside of the line. */
const outside = ' '

/** A person who saw a stop names its root; the entry keeps the name of the person. */
function NameRoot({
  scope: { clientId },
  stop: { machineId, from },
  serialNos,
  ...dialog
}: {
  scope: LineScope
  stop: LineStopWire
  serialNos: readonly string[]
} & DialogProps) {
  const say = useTexts('line')
  const sayUi = useTexts('ui')
  const zone = useShownZone()
  const [root, setRoot] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const naming = useNaming(clientId, dialog.onClose)
  return (
    <Dialog
      title={say('nameRoot')}
      side={`${machineId}, ${formatDateTime(from, zone)}`}
      width={480}
      {...dialog}
      foot={
        <>
          <Button variant="default" onClick={dialog.onClose}>
            {sayUi('cancel')}
          </Button>
          <BusyButton
            busy={naming.isPending ? say('saving') : null}
            disabled={root === null}
            onClick={() =>
              naming.mutate({
                ...{ machineId, from: from.toISOString(), note: note.trim() },
                rootMachineId: root === outside ? null : root,
              })
            }
          >
            {say('nameRoot')}
          </BusyButton>
        </>
      }
    >
      <div className={styles.form}>
        <ChoiceSelect
          label={say('rootMachine')}
          placeholder={say('chooseMachine')}
          data={[
            { value: machineId, label: say('itself', { machine: machineId }) },
            ...serialNos
              .filter((each) => each !== machineId)
              .map((each) => ({ value: each, label: each })),
            { value: outside, label: say('outside') },
          ]}
          value={root}
          onChange={setRoot}
        />
        <TextInput
          label={say('note')}
          maxLength={flowLimits.noteLength}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <p>{say('nameRootHint')}</p>
      </div>
    </Dialog>
  )
}

type Naming = {
  readonly machineId: string
  readonly from: string
  readonly rootMachineId: string | null
  readonly note: string
  readonly takeBack?: boolean
}

/** Sends what a person says of the root of a stop; afterwards everything of lines is read again. */
function useNaming(clientId: number, done: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Naming) => call(nameLineRoot, { params: { clientId }, body }),
    onSuccess: () => {
      showToast(textsOf('line')('rootNamed'))
      done()
      return queries.invalidateQueries({ queryKey: ['line'] })
    },
    onError: (error) => showToast(failureText(error), true),
  })
}

/** The roots that persons named in the window, each with its name and its note; it can be taken back. */
export function NamedRoots({ scope, stops }: { scope: LineScope; stops: readonly LineStopWire[] }) {
  const say = useTexts('line')
  const { permissions } = usePerson()
  const naming = useNaming(scope.clientId, () => undefined)
  const named = stops.flatMap((stop) =>
    stop.attribution.kind !== 'withheld' && stop.attribution.namedBy !== null
      ? [{ ...stop, attribution: stop.attribution }]
      : [],
  )
  if (named.length === 0) return null
  return (
    <Panel title={say('namedRoots')}>
      <ul className={styles.named}>
        {named.slice(0, shownAtFirst).map(({ machineId, from, attribution, note }) => (
          <li key={`${machineId} ${from.getTime()}`}>
            <span>
              <b>{machineId}</b> <DateTime at={from} /> →{' '}
              <b>
                {attribution.kind === 'own'
                  ? say('own')
                  : (attribution.rootMachineId ?? say('outside'))}
              </b>
              , {say('namedBy', { name: attribution.namedBy ?? '' })}
              {note !== '' && <q>{note}</q>}
            </span>
            {permissions.nameRoots && (
              <Button
                variant="default"
                size="compact-sm"
                disabled={naming.isPending}
                onClick={() =>
                  naming.mutate({
                    ...{ machineId, from: from.toISOString(), note: '' },
                    ...{ rootMachineId: null, takeBack: true },
                  })
                }
              >
                {say('takeBack')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
