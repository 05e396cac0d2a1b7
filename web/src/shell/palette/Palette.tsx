import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconSearch } from '../../icons/icons.ts'
import { keep, kept } from '../../session/kept.ts'
import type { PageTimes } from '../../time/zone.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { useOpenAfterMount } from '../../ui/useOpenAfterMount.ts'
import { openPalette } from '../overlaysOpen.ts'
import type { Stretch } from './match.ts'
import styles from './Palette.module.css'
import type { Entry } from './pageEntries.ts'
import { ranked } from './ranked.ts'
import { usePaletteEntries } from './usePaletteEntries.ts'

/** Longer than any name of a machine or a product. */
const mostTyped = 100

/** Everything of the product by its name: a window over the page with a field and what fits it. */
export function Palette({ opened, times }: { opened: boolean; times: PageTimes | null }) {
  const say = useTexts('palette')
  const narrow = useNarrow()
  const close = () => openPalette(false)
  // Each opening begins with an empty field, also one that comes while the one before is still closing.
  const [openings, setOpenings] = useState({ count: 0, opened: false })
  if (openings.opened !== opened) {
    setOpenings({ count: openings.count + (opened ? 1 : 0), opened })
  }
  return (
    <Modal.Root
      opened={useOpenAfterMount(opened)}
      onClose={close}
      size={640}
      yOffset={narrow ? 0 : '12vh'}
      xOffset={narrow ? 0 : 16}
      fullScreen={narrow}
      padding={0}
      classNames={{ content: styles.content ?? '', body: styles.body ?? '' }}
    >
      <Modal.Overlay color="var(--veil)" backgroundOpacity={1} />
      <Modal.Content aria-label={say('title')} data-palette>
        <div className={styles.body}>
          <PaletteBox key={openings.count} close={close} times={times} />
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

function PaletteBox({ close, times }: { close: () => void; times: PageTimes | null }) {
  const say = useTexts('palette')
  const ui = useTexts('ui')
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const { entries, isPending } = usePaletteEntries(times, query.trim() !== '')
  const [recent] = useState(recentChoices)
  const [activeId, setActiveId] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()

  const groups = ranked(entries, query, recent)
  const shown = groups.flatMap((group) => group.entries.map(({ entry }) => entry))
  // What was marked may no longer fit: then the first is what Enter chooses.
  const active = Math.max(
    0,
    shown.findIndex((entry) => entry.id === activeId),
  )
  const optionId = (index: number) => `${id}-${index}`
  const activeOption = shown.length > 0 ? optionId(active) : undefined
  useEffect(() => {
    if (activeOption === undefined) return
    list.current?.querySelector(`[id="${activeOption}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [activeOption])

  const choose = (entry: Entry, inNewTab: boolean) => {
    close()
    if ('act' in entry) {
      // After signing out nothing is stored for this person any more.
      if (!entry.isFinal) rememberChoice(entry.id)
      entry.act()
      return
    }
    rememberChoice(entry.id)
    const address = entry.address()
    if (inNewTab || entry.newTab) window.open(address, '_blank', 'noopener')
    else void navigate({ href: address })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || shown.length === 0) return
    const goTo = (index: number) => {
      event.preventDefault()
      setActiveId(shown[(index + shown.length) % shown.length]?.id ?? null)
    }
    if (event.key === 'ArrowDown') goTo(active + 1)
    else if (event.key === 'ArrowUp') goTo(active - 1)
    else if (event.key === 'PageDown') goTo(Math.min(active + pageOfOptions, shown.length - 1))
    else if (event.key === 'PageUp') goTo(Math.max(active - pageOfOptions, 0))
    else if (event.key === 'Enter') {
      event.preventDefault()
      const entry = shown[active]
      if (entry) choose(entry, event.ctrlKey || event.metaKey)
    }
  }
  let index = -1
  return (
    <>
      <div className={styles.field}>
        <IconSearch size={20} />
        <input
          data-autofocus
          type="text"
          role="combobox"
          aria-label={say('title')}
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeOption}
          placeholder={say('placeholder')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={mostTyped}
          value={query}
          onChange={({ currentTarget }) => {
            setQuery(currentTarget.value)
            setActiveId(null)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={styles.close} aria-label={ui('close')} onClick={close}>
          <kbd>{say('esc')}</kbd>
        </button>
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        className={styles.list}
        role="listbox"
        aria-label={say('results')}
        aria-busy={isPending}
      >
        {groups.map((group) => (
          <fieldset
            key={group.group}
            className={styles.group}
            aria-labelledby={`${id}-${group.group}`}
          >
            <div id={`${id}-${group.group}`} className={styles.heading} role="presentation">
              {say(`group.${group.group}`)}
            </div>
            {group.entries.map(({ entry, stretches }) => {
              index += 1
              const own = index
              return (
                <Option
                  key={entry.id}
                  id={optionId(own)}
                  isActive={own === active}
                  {...{ entry, stretches }}
                  mark={() => setActiveId(entry.id)}
                  choose={(inNewTab) => choose(entry, inNewTab)}
                />
              )
            })}
          </fieldset>
        ))}
      </div>
      {shown.length === 0 && (
        <p className={styles.nothing}>{isPending ? ui('loading') : say('nothing')}</p>
      )}
      <span className={styles.count} role="status">
        {query.trim() !== '' && !isPending && say('count', { count: shown.length })}
      </span>
      <div className={styles.foot} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {say('choose')}
        </span>
        <span>
          <kbd>↵</kbd> {say('openIt')}
        </span>
        <span>
          <kbd>{say('ctrl')}</kbd> <kbd>↵</kbd> {say('inNewTab')}
        </span>
      </div>
    </>
  )
}

const pageOfOptions = 5

function Option({
  id,
  entry,
  stretches,
  isActive,
  mark,
  choose,
}: {
  id: string
  entry: Entry
  stretches: readonly Stretch[]
  isActive: boolean
  mark: () => void
  choose: (inNewTab: boolean) => void
}) {
  const { Icon, glyph, title, detail, lang, keys = [] } = entry
  return (
    // The keys of the field lead here: an option never has the focus itself.
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.option}
      onPointerMove={mark}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => choose(event.ctrlKey || event.metaKey)}
    >
      {glyph ? (
        <span className={styles.glyph} style={{ color: glyph.colour }}>
          <Glyph shape={glyph.shape} size={14} />
        </span>
      ) : (
        <Icon size={18} />
      )}
      <span className={styles.words}>
        <span className={styles.title} lang={lang}>
          <Marked text={title} stretches={stretches} />
        </span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {keys.length > 0 && (
        <span className={styles.keys} aria-hidden="true">
          {keys.map((key) => (
            <kbd key={key}>{key.toUpperCase()}</kbd>
          ))}
        </span>
      )}
    </button>
  )
}

/** The title with what was typed in it. */
function Marked({ text, stretches }: { text: string; stretches: readonly Stretch[] }) {
  const parts: { text: string; at: number; marked: boolean }[] = []
  let at = 0
  for (const [from, to] of stretches) {
    if (from > at) parts.push({ text: text.slice(at, from), at, marked: false })
    parts.push({ text: text.slice(from, to), at: from, marked: true })
    at = to
  }
  if (at < text.length) parts.push({ text: text.slice(at), at, marked: false })
  return parts.map((part) =>
    part.marked ? <mark key={part.at}>{part.text}</mark> : <span key={part.at}>{part.text}</span>,
  )
}

const most = 5

/** The entries that this user chose last in this browser, the newest first. */
function recentChoices(): readonly string[] {
  try {
    const read: unknown = JSON.parse(kept('recent') ?? '[]')
    return Array.isArray(read) ? read.filter((id) => typeof id === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

function rememberChoice(id: string) {
  keep(
    'recent',
    JSON.stringify([id, ...recentChoices().filter((each) => each !== id)].slice(0, most)),
  )
}
