import { zoneLabel } from '@packboard/model'
import { browserZone } from '../ui/zone.ts'
import styles from './Footer.module.css'
import { provider } from './provider.ts'

/** The provider's links, and the zone that every time on the page is told in. */
export function Footer({ zone }: { zone: boolean }) {
  return (
    <footer className={styles.footer} data-centred={!zone}>
      {zone && (
        <span>
          © {new Date().getFullYear()} {provider.name}
        </span>
      )}
      {provider.links.map(([label, address]) => (
        <a key={label} href={address}>
          {label}
        </a>
      ))}
      {zone && (
        <span className={styles.zone}>Times shown in {zoneLabel(browserZone, new Date())}</span>
      )}
    </footer>
  )
}
