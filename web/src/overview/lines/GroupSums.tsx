import { formatCount } from '../../i18n/formatNumber.ts'
import { reportedText } from '../../i18n/reportedText.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { SumsProps } from './ClientSums.tsx'
import { Change, Figure, OeeeOf, SpeedOf } from './Figures.tsx'
import { targetSum, usePacks, useProducts, useSpeed, useTargetsNow } from './liveSums.ts'
import { ShiftTarget } from './ShiftTarget.tsx'
import styles from './Sums.module.css'
import { useShiftFigures } from './useShiftFigures.ts'

/** So many products are named; of more their number is said. */
const mostProducts = 2

/** What a group packs, and its sums. */
export function GroupSums({
  group,
  client,
  feed,
  machines,
  targets,
  grouping,
  from,
  since,
}: SumsProps & { group: string }) {
  const say = useTexts('lines')
  const sayCard = useTexts('overview')
  const figures = useShiftFigures(client, grouping, from)
  const packs = usePacks(feed, machines)
  const speed = useSpeed(feed, machines)
  const products = useProducts(feed, machines)
  const targetsNow = useTargetsNow(feed, machines, targets)
  const own = figures.rows.get(group)
  const before = figures.rowsBefore && (figures.rowsBefore.get(group) ?? null)
  const words = products.map((product) => reportedText(product))
  const named = words.slice(0, mostProducts).join(', ')
  const others = products.length - mostProducts
  return (
    <>
      <span className={styles.products} title={words.join(', ')}>
        {named}
        {others > 0 && ` ${say('more', { count: others })}`}
      </span>
      <dl className={styles.group} aria-label={say('sumsOf', { name: group || sayCard('noLine') })}>
        <Figure name={say('packsSince', { time: since })}>{formatCount(packs)}</Figure>
        <Figure name={say('speed')}>
          <SpeedOf speed={speed} target={targetSum(targetsNow)} />
        </Figure>
        {client.subscriptionLabel === 'premium' && (
          <Figure
            name={say('oeee', { when: figures.window.shift ?? say('since', { time: since }) })}
          >
            <OeeeOf figures={own} />
            <Change column="oeee" now={own} before={before} />
          </Figure>
        )}
        <ShiftTarget
          {...{ machines, group }}
          clientId={client.id}
          by={grouping === 'type' ? 'machineType' : 'line'}
        >
          <Change column="packs" now={own} before={before} />
        </ShiftTarget>
      </dl>
    </>
  )
}
