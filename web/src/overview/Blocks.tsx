import { Link } from '@tanstack/react-router'
import { type CSSProperties, createContext, type ReactNode, useContext, useId } from 'react'
import { linksOfList, useOneStop } from '../ui/useOneStop.ts'
import { useWidth } from '../ui/useWidth.ts'
import styles from './Blocks.module.css'
import { blockColumns, type CardLook, cardWidths, columnsFor } from './columns.ts'

/** Of the page; a block takes as many of them as it has cards. */
const Columns = createContext(1)

/** Blocks of cards side by side, in as many columns as their width and their sizes allow. */
export function Blocks({
  look,
  sizes,
  children,
}: {
  look: CardLook
  /** Of each block its number of cards. */
  sizes: readonly number[]
  children: ReactNode
}) {
  const [place, width] = useWidth<HTMLDivElement>()
  const columns = columnsFor(width, sizes, cardWidths[look])
  return (
    <div
      ref={place}
      className={styles.blocks}
      data-look={look}
      data-compact={look !== 'whole'}
      style={columnsStyle(columns)}
    >
      <Columns value={columns}>{children}</Columns>
    </div>
  )
}

/** The cards of a line or of a machine type; without a title the cards alone. */
export function Block({
  title = null,
  line,
  titleComes = false,
  machines,
  sums,
  children,
}: {
  title?: string | null
  /** The line that it is: its name leads to the page of the line. */
  line?: string | undefined
  /** It is not known yet, and has its place. */
  titleComes?: boolean
  machines: number
  /** Beside the title. */
  sums?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  const oneStop = useOneStop<HTMLDivElement>(linksOfList)
  const style = columnsStyle(blockColumns(machines, useContext(Columns)))
  const grid = (
    <div ref={oneStop} className={styles.grid}>
      {children}
    </div>
  )
  if (title === null) {
    return (
      <div className={styles.block} style={style} data-titled={titleComes}>
        {grid}
      </div>
    )
  }
  return (
    <section className={styles.block} style={style} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {line ? (
            <Link to="/admin/line" search={{ line }}>
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        {sums}
      </header>
      {grid}
    </section>
  )
}

const columnsStyle = (columns: number) => ({ '--columns': columns }) as CSSProperties
