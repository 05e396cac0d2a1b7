import { useState } from 'react'
import { IconPhoto } from '../icons/furtherIcons.ts'
import styles from './panelCells.module.css'

/** The picture of a machine, or the sign of one that cannot be shown. */
export function Thumb({ path, small = false }: { path: string; small?: boolean }) {
  const [failed, fail] = useState(path === '')
  return (
    <span className={styles.thumb} data-small={small}>
      {failed ? (
        <IconPhoto size={20} stroke={1.5} />
      ) : (
        <img src={path} alt="" loading="lazy" onError={() => fail(true)} />
      )}
    </span>
  )
}
