import { previewProducts, type Products as StoredProducts, setProducts } from '@packboard/contract'
import { type ReactNode, useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { type FormField, numberOf, type Values } from '../../crud/formFields.ts'
import { type Say, textsOf, useTexts } from '../../i18n/useTexts.ts'
import { type DatedCalls, DatedEditor } from '../settings/DatedEditor.tsx'
import {
  machinesWord,
  targetKey,
  validDay,
  validWords,
  valueWords,
} from '../settings/settingRows.ts'
import { speedField } from '../settings/useSettings.tsx'
import { type SetProposal, SetProposed } from './Proposals.tsx'
import styles from './SpeedEditor.module.css'
import {
  machinesIn,
  type Proposal,
  proposedPpm,
  type SpeedChoice,
  type SpeedRow,
  type SpeedScope,
  speedInForce,
  speedTitle,
} from './speedRows.ts'

/** The speed of a product on one machine, on those of a type or on all: what is in force, what the records propose, and another value. */
export function SpeedEditor({
  clientId,
  row,
  choice: { product, scope },
  stored,
  proposals,
  set,
  reread,
  refresh,
  close,
  frame,
}: {
  clientId: number
  row: SpeedRow
  choice: SpeedChoice
  stored: StoredProducts
  proposals: readonly Proposal[]
  set: SetProposal
  /** Reads the speeds again. */
  reread: () => Promise<StoredProducts>
  refresh: () => Promise<void>
  close: () => void
  /** What is around the form, with its title and what is in force now. */
  frame: (title: string, sub: string, form: ReactNode) => ReactNode
}) {
  const say = useTexts('settings')
  const scopeOf = ({ what = '' }: Values) => scope ?? scopeOfKey(what)
  const calls = useCalls({ clientId, product, stored, reread, refresh }, scopeOf)
  const inScope = scope ? machinesIn(scope, stored) : stored.machines
  const own = scope && stored.targets.length > 0 ? speedInForce(row, scope, stored) : null
  const isOwn = own !== null && scope !== null && targetKey(own) === targetKey(scope)
  const proposed = proposals.filter(
    (one) =>
      one.product === product &&
      proposedPpm(one) !== one.present &&
      inScope.some(({ machineId }) => machineId === one.machineId),
  )
  return frame(
    scope ? speedTitle(product, scope, stored, say) : product,
    scope ? standWords() : '',
    <DatedEditor
      fields={[
        ...(scope === null ? [scopeField(stored, say)] : []),
        { ...speedField(say, textsOf('panel')('targetSpeed')), half: true },
      ]}
      initial={{ value: isOwn ? String(own.ppm ?? '') : '' }}
      zones={[stored.zone]}
      version={stored.version}
      applying={stored.applying}
      after={proposed.length > 0 && <Proposals {...{ proposed, set }} />}
      {...{ calls, close }}
    />,
  )

  function standWords() {
    const count = inScope.length
    if (own === null || own.ppm === null) return say('nowNone', { count })
    const value = valueWords('targetSpeed', own.ppm, say)
    if (isOwn && own.validFrom === null) return say('nowFirst', { count, value })
    return isOwn
      ? say('nowSince', { count, value, day: validDay(own.validFrom, say) })
      : say('nowAs', { count, value, machines: machinesWord(own, stored, say) })
  }
}

/** The types and machines of the client, each a key of its own. */
const scopeField = (
  { machineTypes, machines }: StoredProducts,
  say: Say<'settings'>,
): FormField => ({
  ...{ name: 'what', label: say('forWhat'), kind: 'select', required: true },
  options: [
    ...machines.map(({ machineId }) => ({ value: `machine ${machineId}`, label: machineId })),
    ...machineTypes.map(({ id, label }) => ({
      value: `type ${id}`,
      label: say('typeOption', { type: label }),
    })),
  ],
})

/** The other way of `targetKey`. */
const scopeOfKey = (key: string): SpeedScope =>
  key.startsWith('type ')
    ? { machineTypeId: Number(key.slice('type '.length)), machineId: null }
    : { machineTypeId: null, machineId: key.slice('machine '.length) }

/** What the records of 30 days propose for these machines, each set from now on at one press. */
function Proposals({ proposed, set }: { proposed: readonly Proposal[]; set: SetProposal }) {
  const say = useTexts('settings')
  const id = useId()
  return (
    <div className={styles.proposals}>
      <p id={id}>{say('proposalReason')}</p>
      <ul aria-labelledby={id}>
        {proposed.map((one) => (
          <li key={one.machineId}>
            <span>{one.machineId}</span>
            <SetProposed proposal={one} set={set} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function useCalls(
  {
    clientId,
    product,
    stored,
    reread,
    refresh,
  }: {
    clientId: number
    product: string
    stored: StoredProducts
    reread: () => Promise<StoredProducts>
    refresh: () => Promise<void>
  },
  scopeOf: (values: Values) => SpeedScope,
): DatedCalls {
  const say = useTexts('settings')
  const [known] = useState(stored.targets.length)
  const params = { clientId }
  const targetsOf = ({ values, ...dated }: Parameters<DatedCalls['save']>[0]) => [
    { product, ...scopeOf(values), ppm: numberOf(values.value ?? '') ?? null, ...dated },
  ]
  return {
    save: async (entry, based) => {
      await call(setProducts, { params, body: { targets: targetsOf(entry), ...based } })
      await refresh()
    },
    preview: (entry, based, signal) =>
      call(previewProducts, { params, body: { targets: targetsOf(entry), ...based } }, signal),
    reload: async (values) => {
      const fresh = await reread()
      const words = fresh.targets
        .slice(known)
        .filter((one) => one.product === product && targetKey(one) === targetKey(scopeOf(values)))
        .map((one) =>
          say('meanwhileOf', {
            ...{ by: one.enteredBy ?? say('byUpdate'), reason: one.reason },
            ...{ what: machinesWord(one, fresh, say), day: validWords(one.validFrom, say) },
            value: valueWords('targetSpeed', one.ppm, say),
          }),
        )
      return { version: fresh.version, words }
    },
  }
}
