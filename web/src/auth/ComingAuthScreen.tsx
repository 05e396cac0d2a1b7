import { Link } from '@tanstack/react-router'
import styles from './LoginScreen.module.css'

/** A page before sign-in whose content comes with a later release. */
export function ComingAuthScreen({ title }: { title: string }) {
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>This screen comes with the next release.</p>
      <Link to="/auth/login" className={styles.link}>
        Back to Login
      </Link>
    </>
  )
}
