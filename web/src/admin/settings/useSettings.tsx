import {
  categoryNames,
  type MachineRow,
  type MachineTypeRow,
  machineSettings,
  machineTypeSettings,
  products,
  type SettingInput,
  setMachineSettings,
  setMachineTypeSettings,
  setProducts,
} from '@packboard/contract'
import { machineStates } from '@packboard/model'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { FormField, Values } from '../../crud/formFields.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import { stateWord } from '../../i18n/stateWords.ts'
import { type Say, useTexts } from '../../i18n/useTexts.ts'
import { IconClock } from '../../icons/icons.ts'
import type { DialogProps } from '../../ui/Dialog.tsx'
import { useOpening } from '../../ui/useOpening.ts'
import { refreshLists } from '../panelQueries.ts'
import { type DatedChoice, type DatedEntry, DatedForm } from './DatedForm.tsx'
import { settingRows, targetRows } from './settingRows.ts'

/** The icon in a row and the form that it opens: of a machine type. */
export function useMachineTypeSettings() {
  const say = useTexts('settings')
  const opening = useOpening<MachineTypeRow>()
  return {
    action: (row: MachineTypeRow) => (
      <IconButton
        label={say('settingsOf', { name: row.label })}
        icon={IconClock}
        onClick={() => opening.open(row)}
      />
    ),
    modal: opening.about && (
      <MachineTypeSettings key={opening.times} row={opening.about} {...opening.dialog} />
    ),
  }
}

const typeQuery = (id: number) =>
  queryOptions({
    queryKey: ['panel', 'settings', 'machineType', id],
    queryFn: ({ signal }) => call(machineTypeSettings, { params: { id } }, signal),
  })

function MachineTypeSettings({ row, ...dialog }: { row: MachineTypeRow } & DialogProps) {
  const say = useTexts('settings')
  const queries = useQueryClient()
  const { data } = useQuery(typeQuery(row.id))
  return (
    <DatedForm
      title={say('settingsOf', { name: row.label })}
      history={data && settingRows(data.settings, say)}
      choiceLabel={say('setting')}
      choices={settingChoices(say)}
      send={async (entry) => {
        const settings = [settingOf(entry)]
        const body = { settings, ...(data && { version: data.version }) }
        await call(setMachineTypeSettings, { params: { id: row.id }, body })
        void queries.invalidateQueries({ queryKey: typeQuery(row.id).queryKey })
        void refreshLists(queries, ['machineTypes'])
      }}
      {...dialog}
    />
  )
}

/** Of a machine: what it has of its own comes before its type. */
export function useMachineSettings() {
  const say = useTexts('settings')
  const opening = useOpening<MachineRow>()
  return {
    action: (row: MachineRow) => (
      <IconButton
        label={say('settingsOf', { name: row.machineId })}
        icon={IconClock}
        onClick={() => opening.open(row)}
      />
    ),
    modal: opening.about && (
      <MachineSettings key={opening.times} row={opening.about} {...opening.dialog} />
    ),
  }
}

const machineQuery = (id: number) =>
  queryOptions({
    queryKey: ['panel', 'settings', 'machine', id],
    queryFn: ({ signal }) => call(machineSettings, { params: { id } }, signal),
  })

function MachineSettings({ row, ...dialog }: { row: MachineRow } & DialogProps) {
  const say = useTexts('settings')
  const queries = useQueryClient()
  const { data } = useQuery(machineQuery(row.id))
  const target = { key: 'targetSpeed', label: say('targetSpeed'), fields: [speedField(say)] }
  return (
    <DatedForm
      title={say('settingsOf', { name: row.machineId })}
      history={data && settingRows(data.settings, say)}
      choiceLabel={say('setting')}
      choices={[...settingChoices(say), target]}
      send={async (entry) => {
        const { key, values, ...dated } = entry
        const own = { kind: 'targetSpeed' as const, value: numberIn(values), ...dated }
        const settings = [key === 'targetSpeed' ? own : settingOf(entry)]
        const body = { settings, ...(data && { version: data.version }) }
        await call(setMachineSettings, { params: { id: row.id }, body })
        void queries.invalidateQueries({ queryKey: machineQuery(row.id).queryKey })
        void refreshLists(queries, ['machines'])
      }}
      {...dialog}
    />
  )
}

/** Of a product of a client: its speed on all machines, on those of a type, on one. */
export function useProductSpeeds(clientId: number, refresh: () => void) {
  const say = useTexts('settings')
  const opening = useOpening<string>()
  return {
    action: (product: string) => (
      <IconButton
        label={say('speedsOf', { name: product })}
        icon={IconClock}
        onClick={() => opening.open(product)}
      />
    ),
    modal: opening.about !== null && (
      <ProductSpeeds
        key={opening.times}
        {...{ clientId, refresh, product: opening.about, ...opening.dialog }}
      />
    ),
  }
}

const speedsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'settings', 'products', clientId],
    queryFn: ({ signal }) => call(products, { params: { clientId } }, signal),
  })

function ProductSpeeds({
  clientId,
  product,
  refresh,
  ...dialog
}: { clientId: number; product: string; refresh: () => void } & DialogProps) {
  const say = useTexts('settings')
  const queries = useQueryClient()
  const { data } = useQuery(speedsQuery(clientId))
  const { machineTypes = [], machines = [], targets = [] } = data ?? {}
  const fields = [speedField(say)]
  const labelOf = (id: number) => machineTypes.find((one) => one.id === id)?.label ?? ''
  return (
    <DatedForm
      title={say('speedsOf', { name: product })}
      history={
        data &&
        targetRows(
          targets.filter((one) => one.product === product),
          labelOf,
          say,
        )
      }
      choiceLabel={say('forWhat')}
      choices={[
        { key: 'all', label: say('allMachines'), fields },
        ...machineTypes.map(({ id, label }) => ({ key: `type ${id}`, label, fields })),
        ...machines.map(({ machineId: label }) => ({ key: `machine ${label}`, label, fields })),
      ]}
      send={async ({ key, values, ...dated }) => {
        const machineTypeId = key.startsWith('type ') ? Number(key.slice(5)) : null
        const machineId = key.startsWith('machine ') ? key.slice(8) : null
        const target = { product, machineTypeId, machineId, ppm: numberIn(values), ...dated }
        const body = { targets: [target], ...(data && { version: data.version }) }
        await call(setProducts, { params: { clientId }, body })
        void queries.invalidateQueries({ queryKey: speedsQuery(clientId).queryKey })
        refresh()
      }}
      {...dialog}
    />
  )
}

const numberIn = ({ value = '' }: Values) => (value.trim() === '' ? null : Number(value))

const speedField = (say: Say<'settings'>): FormField => ({
  ...{ name: 'value', label: say('ppmLabel'), kind: 'number', hint: say('emptyHint') },
})

function settingChoices(say: Say<'settings'>): DatedChoice[] {
  const seconds: FormField = {
    ...{ name: 'value', label: say('secondsLabel'), kind: 'number', hint: say('emptyHint') },
  }
  return [
    { key: 'designSpeed', label: say('designSpeed'), fields: [speedField(say)] },
    { key: 'holdLimit', label: say('holdLimit'), fields: [seconds] },
    { key: 'stopThreshold', label: say('stopThreshold'), fields: [seconds] },
    {
      key: 'category',
      label: say('category'),
      fields: [
        {
          ...{ name: 'code', label: say('state'), kind: 'select', required: true, half: true },
          options: machineStates.map(({ code }) => ({
            value: String(code),
            label: stateWord(code),
          })),
        },
        {
          ...{ name: 'value', label: say('countsAs'), kind: 'select', half: true },
          options: categoryNames.map((name) => ({ value: name, label: say(`category.${name}`) })),
          hint: say('emptyHint'),
        },
      ],
    },
  ]
}

/** What was entered, of any kind but a target speed. */
function settingOf({ key, values, ...dated }: DatedEntry): SettingInput {
  switch (key) {
    case 'holdLimit':
    case 'stopThreshold':
      return { kind: key, value: numberIn(values), ...dated }
    case 'category': {
      const value = categoryNames.find((name) => name === values.value) ?? null
      return { kind: key, code: Number(values.code), value, ...dated }
    }
    default:
      return { kind: 'designSpeed', value: numberIn(values), ...dated }
  }
}
