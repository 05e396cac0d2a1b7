import { Button } from '@mantine/core'
import type { LineNowWire } from '@packboard/contract'
import { formatClock } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { CallForHelp } from '../alerts/CallForHelp.tsx'
import { bandLooks, shownBand, shownShape } from '../charts/bandLook.ts'
import { useMachines } from '../clients/clientQueries.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconBell } from '../icons/furtherIcons.ts'
import { usePerson } from '../session/useSession.ts'
import { StopCauseName } from '../stops/stopNames.tsx'
import { searchOfStop } from '../stops/windowAround.ts'
import { serverNow } from '../time/serverClock.ts'
import { useShownZone } from '../time/zone.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { useOpening } from '../ui/useOpening.ts'
import { TimeSince } from './FlowTiles.tsx'
import { headlineWords, lineHeadline } from './lineHeadline.ts'
import type { LineScope } from './lineQueries.ts'
import styles from './PresentStop.module.css'

/** What an offline machine, or a cause outside of the line, looks like. */
const unknown = 'dark'

/** The stop that holds the line now, in the colour of its root; while none does, what the line does in one line. */
export function PresentStop({ scope, now }: { scope: LineScope; now: LineNowWire }) {
  const say = useTexts('line')
  const zone = useShownZone()
  const { stations } = now
  const kind = useMachines(scope.clientId).data?.machines.find(
    ({ machineId }) => machineId === now.root?.machineId,
  )?.machineType.label
  const headline = lineHeadline(now)
  if (headline.kind !== 'held') {
    const { title, detail } = headlineWords(headline, now, scope.line, say)
    return (
      <p className={styles.says} role="status">
        <b>{title}</b>
        {detail !== '' && `: ${detail}`}
      </p>
    )
  }
  const { root } = headline
  const machines = stations.flatMap((station) => station.machines)
  const machine = machines.find(({ machineId }) => machineId === root.machineId)
  const isOffline = machine === undefined || machine.state === null
  const band = machine ? shownBand(machine.state ?? 0, isOffline) : unknown
  const shape = machine ? shownShape(machine.state ?? 0, isOffline) : bandLooks[unknown].shape
  const others = machines.filter(
    ({ machineId, attribution }) => attribution?.kind === 'own' && machineId !== root.machineId,
  )
  const { line } = scope
  return (
    <section
      className={`panel ${styles.frame}`}
      data-band={band}
      aria-label={say('presentStop')}
      aria-live="polite"
    >
      <div className={styles.time}>
        <Glyph shape={shape} size={22} />
        <b>{root.since ? <TimeSince since={root.since} /> : '–'}</b>
      </div>
      <div className={styles.words}>
        <h2>
          {root.machineId === null
            ? say('heldFromOutside', { line })
            : kind
              ? say('holdsAs', { machine: root.machineId, kind, line })
              : say('holds', { machine: root.machineId, line })}
        </h2>
        <p>
          {root.cause !== '' && <StopCauseName stop={root} />}
          {root.since && <span>{say('since', { time: formatClock(root.since, zone) })}</span>}
          <b>{say('waitForIt', { count: root.waiting.length })}</b>
          {others.length > 0 && (
            <span>
              {say('ownStops', {
                count: others.length,
                machines: others.map(({ machineId }) => machineId).join(', '),
              })}
            </span>
          )}
        </p>
      </div>
      {root.lostPacks !== undefined && root.lostPacks !== null && (
        <dl className={styles.lost}>
          <dt>{say('lostSoFar')}</dt>
          <dd>{formatCount(root.lostPacks)}</dd>
        </dl>
      )}
      {root.machineId !== null && (
        <div className={styles.ways} data-screen-only>
          <Help clientId={scope.clientId} serialNo={root.machineId} />
          {root.since && (
            <OpenStop
              scope={scope}
              machineId={root.machineId}
              start={root.since}
              end={new Date(Math.max(serverNow(), root.since.getTime()))}
            />
          )}
        </div>
      )}
    </section>
  )
}

/** Leads to a stop on the page of its machine. */
export function OpenStop({
  scope: { clientId, filter },
  machineId,
  start,
  end,
  quiet = false,
}: {
  scope: LineScope
  machineId: string
  start: Date
  end: Date
  /** Beside another button that matters more. */
  quiet?: boolean
}) {
  const say = useTexts('line')
  return (
    <Button
      {...(quiet && { variant: 'default' })}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/admin/productionData/$clientId/$machineId"
          params={{ clientId: String(clientId), machineId }}
          search={searchOfStop(filter, { start, end })}
        />
      )}
    >
      {say('openStop')}
    </Button>
  )
}

/** Calls for help at the root, as the operator page does. */
function Help({ clientId, serialNo }: { clientId: number; serialNo: string }) {
  const say = useTexts('alerts')
  const person = usePerson()
  const opening = useOpening<true>()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBell size={18} />}
        onClick={() => opening.open(true)}
      >
        {say('callHelp')}
      </Button>
      <Dialog title={say('callHelp')} side={serialNo} width={440} {...opening.dialog}>
        <CallForHelp {...{ clientId, serialNo }} name={person.firstName} />
      </Dialog>
    </>
  )
}
