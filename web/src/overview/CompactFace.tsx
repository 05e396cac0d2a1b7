import { memo, type ReactNode } from 'react'
import { StateStrip } from '../charts/StateStrip.tsx'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { CardHead, type FaceProps, OfflineHead, useUnits } from './CardHead.tsx'
import styles from './CompactFace.module.css'
import { useOeee } from './machineOeees.ts'
import { OfTarget } from './OfTarget.tsx'
import { useCard, useFrame } from './useOverview.ts'
import { targetPpm } from './useTargets.ts'

/**
 * The inside of a card where many machines have to be in sight at once, 128 px high: the state and since when, speed, packs,
 * OEEE and the strip. Product, picture, kinds of time, tool and user are one press away, on the page of the machine.
 */
export function CompactFace({ machine, seen, staleSince, silent, target }: FaceProps) {
  const card = useCard(seen, machine.machineId)
  const updatedAt = useFrame(seen, 'updatedAt')
  if (!card || !updatedAt) return null
  if (silent !== undefined) {
    return (
      <>
        <OfflineHead machine={machine} />
        <b className={styles.offline}>{silent}</b>
      </>
    )
  }
  const { product, speedPpm, totalPacks } = card
  return (
    <>
      <CardHead {...{ machine, card, staleSince }} marked dense />
      <div className={styles.body}>
        <Numbers
          {...{ speedPpm, totalPacks }}
          serialNo={machine.machineId}
          target={targetPpm(target, product)}
        />
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
  serialNo,
  speedPpm,
  totalPacks,
  target,
}: {
  serialNo: string
  speedPpm: number | null
  totalPacks: number
  target: number | null
}) {
  const say = useTexts('overview')
  const units = useUnits()
  return (
    <dl className={styles.numbers}>
      <Figure name={say('speed', { spoken: units })}>
        <span className={styles.speed} data-zero={!speedPpm}>
          {formatCount(speedPpm)}
        </span>{' '}
        <OfTarget target={target} />
      </Figure>
      <Figure name={say('totalPacks')} title={formatCount(totalPacks)}>
        {formatCount(totalPacks)}
      </Figure>
      <CardOeee serialNo={serialNo} />
    </dl>
  )
})

/** A value that is cut off is shown in full by its title. */
function Figure({
  name,
  title,
  children,
}: {
  name: ReactNode
  title?: string
  children: ReactNode
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={title}>{children}</dd>
    </div>
  )
}

/** OEEE of a machine in the shift that runs, for a compact card; nothing while it is not known. */
function CardOeee({ serialNo }: { serialNo: string }) {
  const oeee = useOeee(serialNo)
  if (!oeee) return null
  const { name, percent, coverage, isDoubtful } = oeee
  return (
    <div>
      <dt title={name}>{name}</dt>
      <dd title={coverage}>
        <span className={styles.oeee} data-doubt={isDoubtful}>
          {percent}
        </span>{' '}
        <small>%</small>
        <span className="spoken"> {coverage}</span>
      </dd>
    </div>
  )
}
