import {
  type Container,
  type Engine,
  type ISourceOptions,
  setAnimationFunctions,
} from '@tsparticles/engine'
import { Particles, ParticlesProvider } from '@tsparticles/react'
import { loadSlim } from '@tsparticles/slim'
import { useState } from 'react'

async function load(engine: Engine) {
  await loadSlim(engine)
}

export default function ParticleField() {
  const [options] = useState(particleOptions)
  return (
    <ParticlesProvider init={load}>
      <Particles id="particles" options={options} particlesLoaded={holdStill} />
    </ParticlesProvider>
  )
}

/**
 * A frame costs a small computer without a graphics card some 5 ms for the whole screen, most of it outside the page.
 * Four a second keep that under 3 % of one core, and so slow a drift needs no more: a dot goes less than a pixel.
 */
const framePauseMs = 250
const pixelsPerSecond = 3.6

let pause = 0
let frame = 0
setAnimationFunctions(
  (draw) => {
    pause = window.setTimeout(() => {
      frame = requestAnimationFrame(draw)
    }, framePauseMs)
    return pause
  },
  () => {
    clearTimeout(pause)
    cancelAnimationFrame(frame)
  },
)

const asksForStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whoever asks for reduced motion gets the first frame and not one more. */
async function holdStill(field?: Container) {
  if (field && asksForStillness()) setTimeout(() => field.pause(), 3 * framePauseMs)
}

/** Specification §9: at most 40 frames a second. The design: at most 90 dots, of which a small screen gets fewer. */
const framesPerSecond = 40
const mostDots = 90
const fullScreen = 1_440 * 900

/** Stops in hidden tabs; whoever asks for reduced motion gets one still frame. */
export function particleOptions(): ISourceOptions {
  const still = asksForStillness()
  const share = (window.innerWidth * window.innerHeight) / fullScreen
  return {
    fullScreen: { enable: false },
    fpsLimit: framesPerSecond,
    // A field that stands still is not started again by either.
    pauseOnBlur: !still,
    pauseOnOutsideViewport: !still,
    detectRetina: false,
    particles: {
      number: { value: Math.min(mostDots, Math.max(24, Math.round(mostDots * share))) },
      color: { value: '#DCE4EC' },
      opacity: { value: { min: 0.25, max: 0.5 } },
      size: { value: { min: 0.7, max: 1.4 } },
      links: { enable: true, color: '#C8D2DE', distance: 180, opacity: 0.1, width: 1 },
      // The library counts in pixels for each sixtieth of a second.
      move: { enable: !still, speed: pixelsPerSecond / 60, outModes: { default: 'out' } },
    },
  }
}
