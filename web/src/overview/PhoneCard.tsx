import { formatCount, formatDuration, formatSpeed, machineState, noFigure } from '@packboard/model'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { shownBand } from '../charts/bandLook.ts'
import { StateStrip } from '../charts/StateStrip.tsx'
import { DateTime } from './DateTime.tsx'
import card from './MachineCard.module.css'
import { CardHead, type MachineCardProps, useOffline } from './MachineCard.tsx'
import styles from './PhoneCard.module.css'

/** The card on a phone: what needs an answer first, all other fields on demand. */
export const PhoneCard = memo(function PhoneCard({
  clientId,
  machine,
  card: live,
  updatedAt,
  staleSince,
}: MachineCardProps) {
  const [open, setOpen] = useState(false)
  const offline = useOffline(live)
  const name = offline ? 'OFFLINE' : machineState(live.state).name
  return (
    <article
      className={`panel ${card.card} ${styles.card}`}
      data-band={shownBand(live.state, offline)}
      data-stale={staleSince !== null}
    >
      <Link
        to="/admin/productionData/$clientId/$machineId"
        params={{ clientId: String(clientId), machineId: machine.machineId }}
        aria-label={`${machine.machineId}, ${name}`}
        className={styles.link}
      >
        {offline ? (
          <div className={styles.offline}>
            <b>{machine.machineId}</b> <span>{machine.lineName}</span>
            <div>OFFLINE</div>
          </div>
        ) : (
          <>
            <CardHead machine={machine} card={live} staleSince={staleSince} />
            <div className={styles.body}>
              <div className={styles.first}>
                <b data-zero={!live.speedPpm}>
                  {formatSpeed(live.speedPpm).replace(/ ppm$/, '')}
                  <small>ppm</small>
                </b>
                <span>
                  Product
                  <strong>{live.product || noFigure}</strong>
                </span>
              </div>
              <StateStrip
                serialNo={machine.machineId}
                parts={live.strip}
                to={updatedAt}
                ticks={open}
              />
              {open && (
                <dl className={styles.all}>
                  <Field label="Batch Packs" value={formatCount(live.batchPacks)} />
                  <Field label="Total Packs" value={formatCount(live.totalPacks)} />
                  <Field label="Run Time" value={formatDuration(live.run)} />
                  <Field label="Alarm Time" value={formatDuration(live.alarm)} />
                  <Field label="Idle Time" value={formatDuration(live.idle)} />
                  <Field label="Ancillary Time" value={formatDuration(live.ancillary)} />
                  <Field label="Tool" value={live.tool || noFigure} />
                  <Field label="User" value={live.user || noFigure} />
                </dl>
              )}
            </div>
          </>
        )}
      </Link>
      {!offline && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <span>{open ? <DateTime at={live.at} /> : `${formatCount(live.totalPacks)} packs`}</span>
          {open ? 'Less' : 'All fields'}
          {open ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
        </button>
      )}
    </article>
  )
})

function Field({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
