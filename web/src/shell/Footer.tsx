import { lazy, type ReactNode, Suspense } from 'react'
import { ColourSchemeMenu, LanguageMenu } from '../preferences/ChoiceMenu.tsx'
import styles from './Footer.module.css'
import { useProvider } from './provider.ts'

const DensityMenu = lazy(() =>
  import('../preferences/DensityMenu.tsx').then(({ DensityMenu }) => ({ default: DensityMenu })),
)

/** The provider's links and, for a signed-in person, the zone of the page's times and the choice of colours and language. */
export function Footer({ children }: { children?: ReactNode }) {
  const { name, links } = useProvider()
  const alone = children === undefined
  return (
    <footer className={styles.footer} data-centred={alone}>
      {(!alone || links.length === 0) && (
        <span>
          © {new Date().getFullYear()} {name}
        </span>
      )}
      {links.map(({ label, href }) => (
        <a key={href} href={href} rel="noreferrer">
          {label}
        </a>
      ))}
      {children && <span className={styles.zone}>{children}</span>}
      {!alone && (
        <>
          <Suspense fallback={null}>
            <DensityMenu opens="up" />
          </Suspense>
          <ColourSchemeMenu opens="up" />
          <LanguageMenu opens="up" />
        </>
      )}
    </footer>
  )
}
