import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePageTitle } from '../ui/usePageTitle.ts'
import styles from './LoginScreen.module.css'

/** A page before sign-in whose content comes with a later release. */
export function ComingAuthScreen({ title }: { title: string }) {
  usePageTitle(title)
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>This screen comes with the next release.</p>
      <Button component={Link} to="/auth/login" variant="default" size="md" fullWidth>
        Back to Login
      </Button>
    </>
  )
}
