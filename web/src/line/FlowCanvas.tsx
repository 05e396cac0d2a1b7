import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Button, Menu, NumberInput } from '@mantine/core'
import type { LineFlowPreview } from '@packboard/contract'
import { flowLimits } from '@packboard/model'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconDotsVertical } from '../icons/furtherIcons.ts'
import { Panel } from '../ui/Panel.tsx'
import styles from './FlowCanvas.module.css'
import {
  changeStation,
  type FlowDraft,
  moveMachine,
  type Place,
  stationOf,
  stepAside,
} from './flowDraft.ts'

type Measured = LineFlowPreview['measured']
type LineMachine = { readonly machineId: string; readonly kind: string }
type Change = ((draft: FlowDraft) => void) | null

/** What is dragged carries the serial number of a machine under this type. */
const dragged = 'application/x-packboard-machine'

/** The stations in a row with their buffers; a machine is moved by dragging, by keys and by a menu. */
export function FlowCanvas({
  line,
  draft,
  machines,
  measured,
  change,
  undo,
}: {
  line: string
  draft: FlowDraft
  machines: readonly LineMachine[]
  measured: Measured
  /** null: it is only read. */
  change: Change
  /** null: nothing was changed. */
  undo: (() => void) | null
}) {
  const say = useTexts('line')
  const kindOf = new Map(machines.map(({ machineId, kind }) => [machineId, kind]))
  return (
    <Panel
      title={say('flowOf', { line })}
      sub={say('leftToRight')}
      className={styles.panel}
      actions={
        change && (
          <Button variant="default" disabled={undo === null} onClick={() => undo?.()}>
            {say('undo')}
          </Button>
        )
      }
    >
      <ol className={styles.flow} aria-label={say('stations')}>
        {draft.map((station, index) => (
          <li key={station.machines.join(' ')}>
            {index > 0 && (
              <Buffer
                at={index}
                {...{ draft, change }}
                measured={measured.find((each) => each.station === index)}
              />
            )}
            <Drop place={{ onto: index }} {...{ draft, change }}>
              <section
                className={styles.station}
                aria-label={say('stationAt', { place: index + 1 })}
              >
                <h3>
                  <span className={styles.place}>{index + 1}</span>
                  {[...new Set(station.machines.map((one) => kindOf.get(one)))].join(', ')}
                </h3>
                {station.key && <span className={styles.key}>{say('keyStation')}</span>}
                {station.machines.length > 1 && <Needs at={index} {...{ draft, change }} />}
                <MachineList
                  {...{ draft, change }}
                  machines={station.machines.map((machineId) => ({
                    machineId,
                    kind: kindOf.get(machineId) ?? '',
                  }))}
                />
              </section>
            </Drop>
          </li>
        ))}
        {change && (
          <li>
            <Drop place={{ before: draft.length }} {...{ draft, change }} line>
              <span className={styles.end}>
                {say(draft.length === 0 ? 'dropFirst' : 'dropEnd')}
              </span>
            </Drop>
          </li>
        )}
      </ol>
      {change && <p className={styles.hint}>{say('dropHint')}</p>}
    </Panel>
  )
}

/** A place onto which a machine can be dropped: a station, or the gap between two. */
function Drop({
  place,
  draft,
  change,
  line = false,
  children,
}: {
  place: Place
  draft: FlowDraft
  change: Change
  /** Between two stations. */
  line?: boolean
  children: React.ReactNode
}) {
  const [isOver, setOver] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (element === null || change === null) return
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes(dragged)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = () => setOver(false)
    const drop = (event: DragEvent) => {
      setOver(false)
      event.preventDefault()
      const machine = event.dataTransfer?.getData(dragged) ?? ''
      if (machine !== '') change(moveMachine(draft, machine, place))
    }
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('dragover', over, { signal })
    element.addEventListener('dragleave', leave, { signal })
    element.addEventListener('drop', drop, { signal })
    return () => listening.abort()
  })
  if (change === null) return children
  return (
    <div ref={box} className={styles.drop} data-over={isOver} data-line={line}>
      {children}
    </div>
  )
}

/** The buffer before a station: how long it lasts, what was measured, and where a new station may be dropped. */
function Buffer({
  at,
  draft,
  change,
  measured,
}: {
  at: number
  draft: FlowDraft
  change: Change
  measured: Measured[number] | undefined
}) {
  const say = useTexts('line')
  const seconds = draft[at]?.bufferSeconds ?? 0
  const proposed = measured?.seconds ?? null
  return (
    <Drop place={{ before: at }} {...{ draft, change }} line>
      <div className={styles.buffer}>
        <NumberInput
          aria-label={say('bufferBefore', { place: at + 1 })}
          value={seconds}
          min={0}
          max={flowLimits.bufferSeconds}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          suffix=" s"
          readOnly={change === null}
          onChange={(value) =>
            change?.(changeStation(draft, at, { bufferSeconds: Number(value) || 0 }))
          }
        />
        <span className={styles.arrow} aria-hidden="true" />
        {measured && (
          <small>
            {proposed === null
              ? say('tooFewDelays', { count: measured.delays, least: flowLimits.leastDelays })
              : say('measured', { seconds: formatCount(proposed), count: measured.delays })}
          </small>
        )}
        {change && proposed !== null && proposed !== seconds && (
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => change(changeStation(draft, at, { bufferSeconds: proposed }))}
          >
            {say('take', { seconds: formatCount(proposed) })}
          </Button>
        )}
        {proposed !== null && proposed === seconds && <small>{say('taken')}</small>}
      </div>
    </Drop>
  )
}

function Needs({ at, draft, change }: { at: number; draft: FlowDraft; change: Change }) {
  const say = useTexts('line')
  const station = draft[at]
  if (!station) return null
  const count = station.machines.length
  if (change === null) return <small>{say('needs', { needs: station.needs, count })}</small>
  return (
    <NumberInput
      label={say('needsField', { count })}
      value={station.needs}
      min={1}
      max={count}
      allowDecimal={false}
      onChange={(value) => {
        const needs = Math.min(count, Math.max(1, Number(value) || 1))
        change(changeStation(draft, at, { needs }))
      }}
    />
  )
}

/** Machines that can be moved: dragged, by Alt and the arrows, or by the menu of each. */
export function MachineList({
  machines,
  draft,
  change,
}: {
  machines: readonly LineMachine[]
  draft: FlowDraft
  change: Change
}) {
  const say = useTexts('line')
  const move = (machine: string, place: Place) => {
    change?.(moveMachine(draft, machine, place))
    // The machine is elsewhere now: the focus goes with it.
    requestAnimationFrame(() => {
      const movers = [...document.querySelectorAll<HTMLElement>('[data-moves]')]
      movers.find(({ dataset }) => dataset.moves === machine)?.focus()
    })
  }
  const press = (event: KeyboardEvent, machine: string) => {
    if (!event.altKey || change === null) return
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const off = event.key === 'ArrowDown' && stationOf(draft, machine) >= 0
    if (step !== -1 && step !== 1 && !off) return
    // The browser goes back and forward by these keys.
    event.preventDefault()
    const place: Place | null = off ? { off: true } : stepAside(draft, machine, step === 1 ? 1 : -1)
    if (place) move(machine, place)
  }
  return (
    <ul className={styles.machines}>
      {machines.map(({ machineId, kind }) => (
        <li key={machineId}>
          {change === null ? (
            <span className={styles.machine}>
              <b>{machineId}</b>
              <small>{kind}</small>
            </span>
          ) : (
            <Menu position="bottom-start" offset={6} shadow="none" keepMounted={false}>
              <Menu.Target>
                <button
                  type="button"
                  className={styles.machine}
                  draggable
                  data-moves={machineId}
                  aria-label={say('moveMachine', { machine: machineId })}
                  aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Alt+ArrowDown"
                  onDragStart={(event) => {
                    event.dataTransfer.setData(dragged, machineId)
                    event.dataTransfer.effectAllowed = 'move'
                  }}
                  onKeyDown={(event) => press(event, machineId)}
                >
                  <b>{machineId}</b>
                  <small>{kind}</small>
                  <IconDotsVertical size={16} />
                </button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>{say('moveTo')}</Menu.Label>
                {placesOf(draft, machineId).map(({ place, ...words }) => (
                  <Menu.Item key={JSON.stringify(place)} onClick={() => move(machineId, place)}>
                    {say(words.key, { place: words.at, other: words.at + 1 })}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Every place to which a machine can go: each station, between any two, and off the line. */
function placesOf(draft: FlowDraft, machine: string) {
  const own = stationOf(draft, machine)
  const isAlone = draft[own]?.machines.length === 1
  const onto = draft.flatMap((_, index) =>
    index === own ? [] : [{ place: { onto: index }, key: 'ontoStation' as const, at: index + 1 }],
  )
  const between = [...draft.keys(), draft.length].flatMap((index) => {
    // A machine alone in its station is there already.
    if (isAlone && (index === own || index === own + 1)) return []
    const key = index === 0 ? 'asFirst' : index === draft.length ? 'asLast' : 'asNew'
    return [{ place: { before: index }, key: key as 'asFirst' | 'asLast' | 'asNew', at: index }]
  })
  const off = own < 0 ? [] : [{ place: { off: true } as const, key: 'offTheLine' as const, at: 0 }]
  return [...onto, ...between, ...off]
}
