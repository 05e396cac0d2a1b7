import { Outlet, useRouterState } from '@tanstack/react-router'
import styles from './AdminShell.module.css'
import { Background } from './Background.tsx'
import { Footer } from './Footer.tsx'
import { TopBar } from './TopBar.tsx'

/** The frame of every page of a signed-in person. */
export function AdminShell() {
  const home = useRouterState({ select: (state) => state.location.pathname === '/admin/index' })
  return (
    <>
      <Background strength={home ? 1 : 0.7} />
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <TopBar />
      <main id="main" className={styles.main}>
        <Outlet />
      </main>
      <Footer zone />
    </>
  )
}
