import type { BridgeAnswer } from '@packboard/contract'
import { lossFactor } from '@packboard/model'
import { type CSSProperties, useMemo } from 'react'
import { bridgeBrackets, bridgeScale, bridgeSteps } from '../charts/bridgeSeries.ts'
import { formatDecimals, formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useOneStop } from '../ui/useOneStop.ts'
import styles from './Bridge.module.css'
import { lossId, lossText, signedPoints } from './lossNames.ts'

type Totals = { readonly before: string; readonly now: string }

/**
 * From OEEE of one window to that of another, loss by loss: what takes points is solid, what gives points an outline. ← and → walk the
 * bars, Enter opens one. Where the page is narrow the bars lie, one in a row.
 */
export function BridgeChart({
  answer,
  totals,
  chosen,
  choose,
  reasonName,
}: {
  answer: BridgeAnswer
  totals: Totals
  /** The id of the open bar. */
  chosen: string | undefined
  choose: (id: string | undefined) => void
  reasonName: (id: string) => string
}) {
  const say = useTexts('losses')
  const oneStop = useOneStop<HTMLFieldSetElement>()
  const before = answer.before?.oeee ?? 0
  const now = answer.now.oeee ?? 0
  const { bars } = answer
  const steps = useMemo(() => bridgeSteps(before, bars), [before, bars])
  const scale = useMemo(() => bridgeScale([before, now], steps), [before, now, steps])
  const share = (value: number) =>
    `${((100 * (value - scale.least)) / (scale.most - scale.least)).toFixed(3)}%`
  const brackets = bridgeBrackets(
    bars.map(({ kind, printed }) => ({ factor: lossFactor(kind), printed })),
  )
  const label = say('chart', {
    ...{ before: formatDecimals(before, 2), now: formatDecimals(now, 2) },
    count: bars.length,
  })
  return (
    // Read by the style sheet.
    <div className={styles.chart} style={{ '--count': bars.length + 2 } as CSSProperties}>
      <div className={styles.grid} aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span key={tick} style={{ '--at': share(tick) } as CSSProperties}>
            <small>{formatDecimals(tick, 0, 1)}</small>
          </span>
        ))}
      </div>
      <fieldset ref={oneStop} className={styles.bars} aria-label={label}>
        <Total name={totals.before} value={before} at={share(before)} />
        {bars.map((bar, index) => {
          const step = steps[index]
          if (step === undefined) return null
          const id = lossId(bar)
          const { name, more } = lossText(bar, reasonName)
          const [low, high] = [Math.min(step.from, step.to), Math.max(step.from, step.to)]
          return (
            <button
              key={id}
              type="button"
              className={styles.column}
              data-takes={step.takes}
              aria-pressed={id === chosen}
              aria-label={say('barSpoken', {
                name: more ? `${name}, ${more}` : name,
                points: signedPoints(bar.printed),
              })}
              style={
                {
                  '--low': share(low),
                  '--high': share(high),
                  '--end': share(step.to),
                } as CSSProperties
              }
              onClick={() => choose(id === chosen ? undefined : id)}
              onKeyDown={(event) => {
                if (event.key !== 'Escape' || chosen === undefined) return
                event.stopPropagation()
                choose(undefined)
              }}
            >
              <span className={styles.plot}>
                <i className={styles.bar} data-chart-key />
                <b className={styles.points}>{signedPoints(bar.printed)}</b>
                <i className={styles.link} aria-hidden="true" />
              </span>
              <span className={styles.name} title={more ? `${name}, ${more}` : name}>
                <span>{name}</span>
                {more && <small>{more}</small>}
              </span>
            </button>
          )
        })}
        <Total name={totals.now} value={now} at={share(now)} />
      </fieldset>
      <div className={styles.brackets}>
        {brackets.map(({ factor, first, last, points }) => (
          <span
            key={factor}
            style={{ gridColumn: `${first + 2} / ${last + 3}` }}
            data-alone={first === last}
          >
            {say(factor)} {signedPoints(points)}
          </span>
        ))}
      </div>
    </div>
  )
}

function Total({ name, value, at }: { name: string; value: number; at: string }) {
  return (
    <div
      className={styles.column}
      data-total
      style={{ '--low': '0%', '--high': at, '--end': at } as CSSProperties}
    >
      <span className={styles.plot}>
        <i className={styles.bar} />
        <b className={styles.points}>{formatDecimals(value, 2)}</b>
        <i className={styles.link} aria-hidden="true" />
      </span>
      <span className={styles.name}>
        <span>{name}</span>
      </span>
    </div>
  )
}

/** The sum in print: OEEE, every bar, and what is left over. */
export function BridgeSum({ answer }: { answer: BridgeAnswer }) {
  const say = useTexts('losses')
  const { bars, now, before, differencePoints, leftOverPoints } = answer
  const difference = differencePoints ?? 0
  const left = leftOverPoints ?? 0
  return (
    <div className={styles.sum}>
      <p>
        OEEE <b>{formatDecimals(before?.oeee ?? 0, 2)}</b>{' '}
        {bars.map((bar) => {
          const text = signedPoints(bar.printed)
          return (
            <span key={lossId(bar)}>
              {/^[−+]/.test(text) ? `${text.slice(0, 1)} ${text.slice(1)}` : `+ ${text}`}{' '}
            </span>
          )
        })}
        = <b>{formatDecimals(now.oeee ?? 0, 2)}</b>
      </p>
      <p>
        {say('difference')} <b>{signedPoints(difference, 4)}</b> {say('bars')}{' '}
        <b>{signedPoints(difference - left, 4)}</b> {say('leftOver')}{' '}
        <b>{formatDecimals(Math.abs(left), 4)}</b>
      </p>
    </div>
  )
}

/** What is solid and what is an outline, where the axis begins, and how much of both windows is known. */
export function BridgeFoot({ answer, help }: { answer: BridgeAnswer; help: string }) {
  const say = useTexts('losses')
  const { bars, now, before } = answer
  const { least } = bridgeScale(
    [before?.oeee ?? 0, now.oeee ?? 0],
    bridgeSteps(before?.oeee ?? 0, bars),
  )
  return (
    <div className={styles.foot}>
      <span className={styles.legend}>
        <span>
          <i data-takes="true" aria-hidden="true" data-chart-key /> {say('takes')}
        </span>
        <span>
          <i data-takes="false" aria-hidden="true" data-chart-key /> {say('gives')}
        </span>
      </span>
      <span className={styles.about}>
        {say('axisFrom', {
          from: formatDecimals(least, 0, 1),
          now: formatPercent(now.coverage),
          before: formatPercent(before?.coverage ?? null),
        })}{' '}
        <a href={help} target="_blank" rel="noreferrer">
          {say('howItIsWorkedOut')}
        </a>
      </span>
    </div>
  )
}
