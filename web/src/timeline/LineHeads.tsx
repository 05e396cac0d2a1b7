import { formatCount } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { OeeeOf, SpeedOf } from '../overview/lines/Figures.tsx'
import styles from './LineHeads.module.css'
import type { LaneRows } from './laneRows.ts'
import type { Lane } from './lanes.ts'
import type { LineFigures } from './useLineFigures.ts'

/** So many products are named; of more their number is said. */
const mostProducts = 2

/** Over the lanes of each line its name, what is packed on it, and its figures of the window. */
export function LineHeads({ rows, figures }: { rows: LaneRows; figures: LineFigures }) {
  return rows.heads.map(({ line, top, of }) => (
    <div key={line} className={styles.head} style={{ top }}>
      <Head line={line} lanes={of} figures={figures.get(line)} />
    </div>
  ))
}

function Head({
  line,
  lanes,
  figures,
}: {
  line: string
  lanes: readonly Lane[]
  figures: ReturnType<LineFigures['get']>
}) {
  const say = useTexts('lines')
  const sayCard = useTexts('overview')
  const products = [...new Set(lanes.map(({ end }) => end?.product ?? ''))].filter(Boolean)
  const words = products.map((product) => reportedText(product))
  const others = words.length - mostProducts
  return (
    <>
      <h2>{line || sayCard('noLine')}</h2>
      <span className={styles.products} title={words.join(', ')}>
        {words.slice(0, mostProducts).join(', ')}
        {others > 0 && ` ${say('more', { count: others })}`}
      </span>
      <span className={styles.figures}>
        {figures && (
          <>
            <span className={styles.further}>
              OEEE{' '}
              <b>
                <OeeeOf figures={figures} />
              </b>
            </span>
            <span className={styles.further}>
              {sayCard('packs', { count: formatCount(figures.metrics['Packs Produced']) })}
            </span>
          </>
        )}
        <span>
          <SpeedOf {...speedOf(lanes)} />
        </span>
      </span>
    </>
  )
}

/** Packs per minute of all machines at the end of the window, and of all targets where each machine that packs has one. */
function speedOf(lanes: readonly Lane[]) {
  const sum = (values: readonly (number | null | undefined)[]) =>
    values.reduce<number>((all, value) => all + (value ?? 0), 0)
  const targets = lanes.map(({ target }) => target)
  return {
    speed: sum(lanes.map(({ end }) => end?.ppm)),
    target: targets.includes(null) ? null : sum(targets),
  }
}
