import type { Engine, ISourceOptions } from '@tsparticles/engine'
import { Particles, ParticlesProvider } from '@tsparticles/react'
import { loadSlim } from '@tsparticles/slim'
import { useMemo } from 'react'
import styles from './ParticleField.module.css'

/** Specification §9: the background effect runs at 40 frames a second at most. */
const framesPerSecond = 40
const dots = 90

async function load(engine: Engine) {
  await loadSlim(engine)
}

export default function ParticleField({ strength }: { strength: number }) {
  const options = useMemo(() => particleOptions(strength), [strength])
  return (
    <ParticlesProvider init={load}>
      <Particles id="particles" className={styles.field ?? ''} options={options} />
    </ParticlesProvider>
  )
}

/** Stops in hidden tabs and outside the view; whoever asks for reduced motion gets one still frame. */
function particleOptions(strength: number): ISourceOptions {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  return {
    fullScreen: { enable: false },
    fpsLimit: framesPerSecond,
    pauseOnBlur: true,
    pauseOnOutsideViewport: true,
    detectRetina: false,
    particles: {
      number: { value: dots },
      color: { value: '#DCE4EC' },
      opacity: { value: 0.25 * strength },
      size: { value: { min: 0.7, max: 1.6 } },
      links: {
        enable: true,
        color: '#C8D2DE',
        distance: 116,
        opacity: 0.08 * strength,
        width: 1,
      },
      move: { enable: !still, speed: 0.35, outModes: { default: 'out' } },
    },
  }
}
