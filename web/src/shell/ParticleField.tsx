import {
  type Container,
  type Engine,
  type ISourceOptions,
  setAnimationFunctions,
} from '@tsparticles/engine'
import { Particles, ParticlesProvider } from '@tsparticles/react'
import { loadSlim } from '@tsparticles/slim'
import { useCallback, useEffect, useRef, useState } from 'react'
import { paint } from '../theme/paint.ts'

async function load(engine: Engine) {
  await loadSlim(engine)
}

/** The field moves behind sign-in and home. Behind data it rests, so that a screen that hangs in a hall all day needs no computing time. */
export default function ParticleField({ rests }: { rests: boolean }) {
  const [options] = useState(particleOptions)
  const [field, setField] = useState<Container>()
  const isLoaded = useCallback(async (loaded?: Container) => setField(loaded), [])
  const isPaused = useRef(false)
  useEffect(() => {
    if (!field) return
    if (!(rests || asksForStillness())) {
      if (isPaused.current) field.play()
      isPaused.current = false
      return
    }
    if (isPaused.current) return
    const enough = framesDrawn + framesBeforeRest
    // A busy page draws its first frame late; a field that rests before it would stay empty.
    const rest = () => {
      if (framesDrawn < enough) {
        timer = window.setTimeout(rest, framePauseMs)
        return
      }
      field.pause()
      isPaused.current = true
    }
    let timer = window.setTimeout(rest, framePauseMs)
    return () => clearTimeout(timer)
  }, [field, rests])
  return (
    <ParticlesProvider init={load}>
      <Particles id="particles" options={options} particlesLoaded={isLoaded} />
    </ParticlesProvider>
  )
}

/**
 * A frame costs a small computer without a graphics card 10 to 40 ms for the whole screen, most of it outside the page.
 * Four frames a second are enough for so slow a movement: a dot moves less than a pixel.
 */
const framePauseMs = 250
const pixelsPerSecond = 3.6
/** The first frame may lack the links between the dots. */
const framesBeforeRest = 2
let framesDrawn = 0

const frames = new Map<number, number>()
setAnimationFunctions(
  (draw) => {
    const pause = window.setTimeout(() => {
      const drawNow = (at: number) => {
        frames.delete(pause)
        framesDrawn += 1
        draw(at)
      }
      frames.set(pause, requestAnimationFrame(drawNow))
    }, framePauseMs)
    return pause
  },
  (pause) => {
    clearTimeout(pause)
    cancelAnimationFrame(frames.get(pause) ?? 0)
    frames.delete(pause)
  },
)

const asksForStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Specification §9: at most 40 frames a second. The design: at most 90 dots, of which a small screen gets fewer. */
const framesPerSecond = 40
const mostDots = 90
const fullScreen = 1_440 * 900

/** Stops in hidden tabs; with reduced motion it is one still frame. */
export function particleOptions(): ISourceOptions {
  const still = asksForStillness()
  const share = (window.innerWidth * window.innerHeight) / fullScreen
  return {
    fullScreen: { enable: false },
    fpsLimit: framesPerSecond,
    // A hidden tab requests no frames anyway, and a resting field is not started again by either.
    pauseOnBlur: false,
    pauseOnOutsideViewport: false,
    detectRetina: false,
    particles: {
      number: { value: Math.min(mostDots, Math.max(24, Math.round(mostDots * share))) },
      color: { value: paint('var(--particle)') },
      opacity: { value: { min: 0.25, max: 0.5 } },
      size: { value: { min: 0.7, max: 1.4 } },
      links: {
        enable: true,
        color: paint('var(--particle)'),
        distance: 180,
        opacity: 0.1,
        width: 1,
      },
      // The library counts in pixels per sixtieth of a second.
      move: { enable: !still, speed: pixelsPerSecond / 60, outModes: { default: 'out' } },
    },
  }
}
