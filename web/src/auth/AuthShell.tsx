import { Outlet } from '@tanstack/react-router'
import { ColourSchemeMenu } from '../preferences/ColourSchemeMenu.tsx'
import { LanguageMenu } from '../preferences/LanguageMenu.tsx'
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
        {/* At the top, where a person looks who cannot read the page. */}
        <div className={styles.choices}>
          <ColourSchemeMenu opens="down" />
          <LanguageMenu opens="down" />
        </div>
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
