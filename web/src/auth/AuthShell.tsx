import { Outlet } from '@tanstack/react-router'
import { Brand } from '../shell/Brand.tsx'
import { Footer } from '../shell/Footer.tsx'
import styles from './AuthShell.module.css'
import { PackingLine } from './PackingLine.tsx'

/** The frame of the pages before sign-in. */
export function AuthShell() {
  return (
    <>
      <main className={styles.page}>
        <PackingLine className={styles.line} />
        <section className={styles.box}>
          <div className={styles.brand}>
            <Brand size={26} />
          </div>
          <Outlet />
        </section>
      </main>
      <Footer />
    </>
  )
}
