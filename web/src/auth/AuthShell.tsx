import { Outlet } from '@tanstack/react-router'
import { ColourSchemeMenu, LanguageMenu } from '../preferences/ChoiceMenu.tsx'
import { Brand } from '../shell/Brand.tsx'
import { Footer } from '../shell/Footer.tsx'
import styles from './AuthShell.module.css'

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

const products = Array.from({ length: 10 }, (_, index) => -30 + index * 76)
const packs = Array.from({ length: 7 }, (_, index) => 736 + index * 112)
const rollers = Array.from({ length: 26 }, (_, index) => 20 + index * 56)

/** A packing line behind the sign-in box: products come in on the left, packs leave on the right. */
function PackingLine({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 1440 340"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {products.map((x) => (
        <g key={x}>
          <rect
            x={x}
            y="278"
            width="46"
            height="22"
            rx="4"
            fill="var(--art-ground)"
            stroke="var(--art-4)"
            strokeWidth="1.25"
          />
          <path
            d={`M${x + 8} 278v22M${x + 17} 278v22M${x + 29} 278v22M${x + 38} 278v22`}
            stroke="var(--line-2)"
          />
        </g>
      ))}
      {packs.map((x) => (
        <g key={x}>
          <path
            d={`M${x} 270l5 5-5 5 5 5-5 5 5 5-5 5h84l-5-5 5-5-5-5 5-5-5-5 5-5z`}
            fill="var(--art-ground)"
            stroke="var(--art-4)"
            strokeWidth="1.25"
            strokeLinejoin="round"
          />
          <path
            d={`M${x + 12} 270v30M${x + 72} 270v30`}
            stroke="var(--art-4)"
            strokeDasharray="2 3"
          />
          <path d={`M${x + 26} 285h32`} stroke="var(--art-4)" strokeWidth="2" />
        </g>
      ))}
      <path d="M-10 300.75h1460" stroke="var(--art-2)" strokeWidth="1.5" />
      {rollers.map((x) => (
        <circle key={x} cx={x} cy="312" r="7" fill="none" stroke="var(--line-2)" />
      ))}
      <path d="M-10 323h1460" stroke="var(--line-2)" />
    </svg>
  )
}
