import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './Tour.module.css'

type Frame = { top: number; left: number; width: number; height: number }

/** The tour: a note in the corner, and a frame around the part that it explains. The page stays usable beside it. */
export function Tour({ end }: { end: () => void }) {
  const say = useTexts('help')
  const [index, setIndex] = useState(0)
  const step = tourSteps[index] ?? tourSteps[0]
  const frame = useFrame(step.about)
  const title = useId()
  const note = useRef<HTMLElement>(null)
  useEffect(() => note.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) end()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [end])
  const last = index === tourSteps.length - 1
  return (
    <>
      {frame && <div className={styles.frame} style={frame} aria-hidden="true" />}
      <section
        ref={note}
        className={styles.note}
        role="dialog"
        aria-labelledby={title}
        tabIndex={-1}
      >
        <div aria-live="polite">
          <small>{say('step', { step: index + 1, steps: tourSteps.length })}</small>
          <h2 id={title}>{say(step.title)}</h2>
          <p>{say(`${step.title}Text`)}</p>
        </div>
        <div className={styles.buttons}>
          <Button variant="subtle" size="xs" className={styles.skip ?? ''} onClick={end}>
            {say('skip')}
          </Button>
          {index > 0 && (
            <Button variant="default" size="xs" onClick={() => setIndex(index - 1)}>
              {say('back')}
            </Button>
          )}
          <Button size="xs" onClick={() => (last ? end() : setIndex(index + 1))}>
            {say(last ? 'done' : 'next')}
          </Button>
        </div>
      </section>
    </>
  )
}

const room = 6

/** Where the first of these that can be seen lies in the window, also after it moved. */
function useFrame(about: readonly string[]): Frame | null {
  const [frame, setFrame] = useState<Frame | null>(null)
  useEffect(() => {
    const seen = () =>
      about
        .map((place) => document.querySelector(place))
        .find((element) => (element?.getClientRects().length ?? 0) > 0)
    seen()?.scrollIntoView({ block: 'center' })
    const measure = () => {
      const box = seen()?.getBoundingClientRect()
      setFrame(
        box
          ? {
              top: box.top - room,
              left: box.left - room,
              width: box.width + 2 * room,
              height: box.height + 2 * room,
            }
          : null,
      )
    }
    measure()
    const timer = setInterval(measure, 500)
    window.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      clearInterval(timer)
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  }, [about])
  return frame
}

type TourStep = {
  /** The key of its title; the key of its text is the same with `Text` behind it. */
  readonly title: 'tour.card' | 'tour.totals' | 'tour.past' | 'tour.reason'
  /** What the step is about; the first of these that can be seen is framed. */
  readonly about: readonly string[]
}

/** Four things that make the rest easy to find. */
const tourSteps: readonly [TourStep, ...TourStep[]] = [
  { title: 'tour.card', about: ['main article[data-band]'] },
  { title: 'tour.totals', about: ['main form:has(input)', 'main input'] },
  { title: 'tour.past', about: ['header nav', 'header [aria-controls="menu"]'] },
  {
    title: 'tour.reason',
    about: ['header [aria-haspopup="dialog"]', 'header [aria-controls="menu"]'],
  },
]
