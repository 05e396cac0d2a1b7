import type { ProductTarget, Products as StoredProducts } from '@packboard/contract'
import { noFigure } from '@packboard/model'
import { type Say, textsOf, useTexts } from '../../i18n/useTexts.ts'
import { IconPlus } from '../../icons/furtherIcons.ts'
import { usePerson } from '../../session/useSession.ts'
import { KeepDates } from '../../ui/KeepDates.tsx'
import {
  type Standing,
  speedNumber,
  targetKey,
  validDay,
  validWords,
} from '../settings/settingRows.ts'
import styles from './speedColumns.module.css'
import {
  allMachines,
  estimates,
  type Proposal,
  ppmOf,
  productOf,
  type SpeedChoice,
  type SpeedRow,
  type SpeedScope,
  speedTitle,
} from './speedRows.ts'

/** What opens the form of a product. */
type Opener = {
  readonly choice: SpeedChoice | null
  readonly open: (choice: SpeedChoice) => void
}

/** A column for all machines, one for each type, one for single machines. */
export function speedColumns(
  say: Say<'settings'>,
  stored: StoredProducts,
  proposals: readonly Proposal[],
  opener: Opener,
) {
  const speedColumn = (
    scope: SpeedScope,
    title: string,
    speedOf: (row: SpeedRow) => Standing<ProductTarget> | undefined,
  ) => ({
    key: targetKey(scope),
    title,
    text: (row: SpeedRow) => String(ppmOf(speedOf(row)?.present ?? null) ?? ''),
    cell: (row: SpeedRow) => (
      <Speed
        {...{ row, scope, opener }}
        title={speedTitle(row.product, scope, stored, say)}
        speed={speedOf(row)}
        otherwise={
          scope === allMachines ? estimateWords(proposals, row.product, say) : say('asAll')
        }
      />
    ),
    labelOnPhone: true,
  })
  return [
    {
      key: 'product',
      title: textsOf('panel')('product'),
      text: productOf,
      wide: true,
    },
    speedColumn(allMachines, say('allMachines'), ({ all }) => all),
    ...stored.machineTypes.map(({ id, label }) => ({
      ...speedColumn({ machineTypeId: id, machineId: null }, label, ({ types }) => types.get(id)),
      sub: say('machineType'),
    })),
    {
      key: 'machines',
      title: say('oneMachine'),
      text: ({ machines }: SpeedRow) => machines.map(({ machineId }) => machineId).join(' '),
      cell: (row: SpeedRow) => <SingleMachines {...{ row, opener }} />,
      labelOnPhone: true,
    },
    {
      key: 'changes',
      title: say('changes'),
      text: ({ changes }: SpeedRow) => String(changes),
      numeric: true,
      spare: true,
    },
  ]
}

/** What machines without a target go by: `118 estimated`, or from the least to the largest. */
function estimateWords(proposals: readonly Proposal[], product: string, say: Say<'settings'>) {
  const found = estimates(proposals, product)
  if (found === null) return noFigure
  const [least, largest] = found
  const number =
    least === largest ? speedNumber(least) : `${speedNumber(least)}–${speedNumber(largest)}`
  return say('estimated', { number })
}

/** A speed with the day since when it holds, and what comes next; without one of its own what it goes by. */
function Speed({
  row: { product },
  scope,
  title,
  speed,
  otherwise,
  opener: { choice, open },
}: {
  row: SpeedRow
  scope: SpeedScope
  title: string
  speed: Standing<ProductTarget> | undefined
  otherwise: string
  opener: Opener
}) {
  const say = useTexts('settings')
  const { present = null, next = null } = speed ?? {}
  const ppm = ppmOf(present)
  // On a phone a type without a speed of its own is left out; the form of single machines offers it.
  const isInherited = ppm === null && next === null && scope !== allMachines
  const isOpen =
    choice?.product === product &&
    choice.scope !== null &&
    targetKey(choice.scope) === targetKey(scope)
  return (
    <button
      type="button"
      className={styles.speed}
      aria-pressed={isOpen}
      {...(isInherited && { 'data-nothing': true })}
      onClick={() => open({ product, scope })}
    >
      <span className="spoken">{title}: </span>
      {ppm === null ? (
        <span>{otherwise}</span>
      ) : (
        <>
          <b>{speedNumber(ppm)}</b>{' '}
          <span>
            <KeepDates>{validDay(present?.validFrom ?? null, say)}</KeepDates>
          </span>
        </>
      )}
      {next && <NextSpeed next={next} />}
    </button>
  )
}

/** `→ 194 from 07-12-2026`. */
function NextSpeed({ next }: { next: ProductTarget }) {
  const say = useTexts('settings')
  const value = next.ppm === null ? say('noSpeed') : speedNumber(next.ppm)
  return (
    <small>
      {' → '}
      <KeepDates>{say('nextOf', { value, day: validWords(next.validFrom, say) })}</KeepDates>
    </small>
  )
}

/** The machines with a speed of their own, and the way to another one. */
function SingleMachines({
  row: { product, machines },
  opener: { choice, open },
}: {
  row: SpeedRow
  opener: Opener
}) {
  const say = useTexts('settings')
  const isOpen = (machineId: string | null) =>
    choice?.product === product && (choice.scope?.machineId ?? null) === machineId
  const { editProducts } = usePerson().permissions
  const label = say('addMachineOf', { product })
  return (
    <span className={styles.machines}>
      {machines.map(({ machineId, speed: { present, next } }) => (
        <button
          key={machineId}
          type="button"
          className={styles.machine}
          aria-pressed={isOpen(machineId)}
          onClick={() => open({ product, scope: { machineTypeId: null, machineId } })}
        >
          <span className="spoken">{product}, </span>
          {say('machineSpeed', {
            machine: machineId,
            value: ppmOf(present) === null ? noFigure : speedNumber(present?.ppm ?? 0),
          })}
          {next && <NextSpeed next={next} />}
        </button>
      ))}
      {editProducts && (
        <button
          type="button"
          className={styles.add}
          aria-label={label}
          title={label}
          aria-pressed={choice?.product === product && choice.scope === null}
          onClick={() => open({ product, scope: null })}
        >
          <IconPlus size={16} />
        </button>
      )}
    </span>
  )
}
