import { formatHoursMinutes, type LiveCard, noFigure } from '@packboard/model'
import { type CSSProperties, memo } from 'react'
import { createPortal } from 'react-dom'
import { StateStrip } from '../charts/StateStrip.tsx'
import { formatCount } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { DateTime } from '../time/DateTime.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { CardHead, type FaceProps, OfflineHead, plain, timeClasses } from './CardHead.tsx'
import styles from './CompactFace.module.css'
import { useOeee } from './machineOeees.ts'
import { OfTarget } from './OfTarget.tsx'
import type { FeedView } from './overviewFeed.ts'
import { useCard, useFrame } from './useOverview.ts'
import { targetPpm } from './useTargets.ts'

/**
 * The inside of a card where many machines have to be in sight at once: the state and since when, speed, product, packs and the strip,
 * up to 24 machines the four kinds of time. A stop fills it. The other fields are under the pointer, on Space, and on the page of
 * the machine; the names of these are only heard.
 */
export function CompactFace({
  machine,
  line,
  seen,
  staleSince,
  silent,
  target,
  withTimes,
}: FaceProps & { withTimes: boolean }) {
  const card = useCard(seen, machine.machineId)
  const updatedAt = useFrame(seen, 'updatedAt')
  if (!card || !updatedAt) return null
  if (silent !== undefined) {
    return (
      <>
        <OfflineHead {...{ machine, line }} />
        <b className={styles.offline}>{silent}</b>
      </>
    )
  }
  const { product, speedPpm, totalPacks, run, alarm, idle, ancillary } = card
  return (
    <>
      <CardHead {...{ machine, line, card, staleSince }} />
      <Numbers {...{ product, speedPpm, totalPacks }} target={targetPpm(target, product)} />
      {withTimes && <Times {...{ run, alarm, idle, ancillary }} />}
      <div className={styles.strip}>
        <StateStrip
          serialNo={machine.machineId}
          parts={card.strip}
          closed={card.closed}
          to={updatedAt}
          ticks={false}
        />
      </div>
    </>
  )
}

const Numbers = memo(function Numbers({
  product,
  speedPpm,
  totalPacks,
  target,
}: Pick<LiveCard, 'product' | 'speedPpm' | 'totalPacks'> & { target: number | null }) {
  const say = useTexts('overview')
  return (
    <dl className={styles.numbers}>
      <div>
        <dt className="spoken">{say('speed', { spoken: plain })}</dt>
        <dd className={styles.speed} data-zero={!speedPpm}>
          {formatCount(speedPpm)} <OfTarget target={target} />
        </dd>
      </div>
      <div className={styles.product}>
        <dt className="spoken">{say('product')}</dt>
        <dd title={reportedText(product)}>{reportedText(product) || noFigure}</dd>
      </div>
      <div>
        <dt className="spoken">{say('totalPacks')}</dt>
        <dd>{formatCount(totalPacks)}</dd>
      </div>
    </dl>
  )
})

const Times = memo(function Times(seconds: Pick<LiveCard, 'run' | 'alarm' | 'idle' | 'ancillary'>) {
  const say = useTexts('overview')
  return (
    <dl className={styles.times}>
      {timeClasses.map(({ kind, shape, colour }) => (
        <div key={kind}>
          <dt>
            <span className={styles.glyph} style={{ '--glyph': colour } as CSSProperties}>
              <Glyph shape={shape} size={8} />
            </span>
            <span className="spoken">{say(kind, { spoken: plain })}</span>
          </dt>
          <dd>{formatHoursMinutes(seconds[kind])}</dd>
        </div>
      ))}
    </dl>
  )
})

const gap = 6
const width = 260
const height = 132

/** What a compact card leaves out, beside it and over the page, as it was when it was opened: it is read aloud once. */
export function CardDetails({
  seen,
  serialNo,
  card,
}: {
  seen: FeedView
  serialNo: string
  /** The card that it belongs to. */
  card: HTMLElement
}) {
  const say = useTexts('overview')
  const oeee = useOeee(serialNo)
  const live = seen.cards.get(serialNo)
  if (!live) return null
  const box = card.getBoundingClientRect()
  const isBelow = box.bottom + gap + height <= window.innerHeight
  const place = {
    left: Math.max(gap, Math.min(box.left, window.innerWidth - width - gap)),
    width: Math.max(width, box.width),
    ...(isBelow ? { top: box.bottom + gap } : { bottom: window.innerHeight - box.top + gap }),
  }
  const fields = [
    [say('batchPacks'), formatCount(live.batchPacks)],
    [say('tool'), reportedText(live.tool) || noFigure],
    [say('user'), reportedText(live.user) || noFigure],
    [say('dateTime'), <DateTime key="at" at={live.at} />],
    ...(oeee ? [[oeee.name, `${oeee.percent} %, ${oeee.coverage}`] as const] : []),
  ] as const
  return createPortal(
    <div className={styles.details} style={place} role="status">
      <dl>
        {fields.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>,
    document.body,
  )
}
