import styles from './Skeleton.module.css'

/** The place of something that is still to come. */
export function Skeleton({
  width,
  height,
  radius,
}: {
  width: number | string
  height: number
  radius?: number
}) {
  return (
    <span
      className={styles.skeleton}
      style={{ width, height, ...(radius !== undefined && { borderRadius: radius }) }}
    />
  )
}
