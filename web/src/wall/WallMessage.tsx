import type { ReactNode } from 'react'
import { BrandMark } from '../shell/Brand.tsx'
import styles from './Wall.module.css'

/** The message of a wall without tiles, in letters that are readable across the hall. */
export function WallMessage({
  title,
  controls,
  children,
}: {
  title: string
  controls?: ReactNode
  children?: ReactNode
}) {
  return (
    <main className={styles.wall} data-kiosk={controls === undefined}>
      <div className={styles.message} role="status">
        <BrandMark size={72} />
        <h1>{title}</h1>
        {children && <p>{children}</p>}
        {controls && <div className={styles.controls}>{controls}</div>}
      </div>
    </main>
  )
}
