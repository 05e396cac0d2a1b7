import { Button } from '@mantine/core'
import {
  deleteMachine,
  importMachines,
  type MachineRow,
  type MachineTypeRow,
  machineFileFields,
  type RefusalCode,
  type RefusedMachine,
  refusalCodes,
  updateLine,
} from '@packboard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import modal from '../../crud/ConfirmModal.module.css'
import { CrudTable, Thumb } from '../../crud/CrudTable.tsx'
import { CsvImport, refusalWords } from '../../crud/CsvImport.tsx'
import { FormModal } from '../../crud/FormModal.tsx'
import { namedField } from '../../crud/formFields.ts'
import iconButton from '../../crud/IconButton.module.css'
import { IconButton } from '../../crud/IconButton.tsx'
import styles from '../../crud/panelCells.module.css'
import { formatCount, formatDecimals } from '../../i18n/formatNumber.ts'
import { type Say, useTexts } from '../../i18n/useTexts.ts'
import { IconPlugConnected, IconRoute } from '../../icons/furtherIcons.ts'
import { IconDownload } from '../../icons/icons.ts'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { csvText, saveCsv } from '../../ui/saveFile.ts'
import { useOpening } from '../../ui/useOpening.ts'
import { AddedNote } from '../AddedNote.tsx'
import { machineSearch } from '../machineSearch.ts'
import { panelQueries, refreshLists } from '../panelQueries.ts'
import { useSettings } from '../settings/useSettings.tsx'
import { type Added, useMachineForms } from '../useMachineForms.ts'

const columns = (say: Say<'panel'>, types: readonly MachineTypeRow[] | undefined) => [
  {
    key: 'serialNo',
    title: say('serialNo'),
    text: ({ machineId }: MachineRow) => machineId,
    cell: ({ machineId, machineTypeId }: MachineRow) => {
      const path = types?.find(({ id }) => id === machineTypeId)?.imagePath ?? ''
      return (
        <span className={styles.pictured}>
          <Thumb key={path} path={path} small />
          {machineId}
        </span>
      )
    },
  },
  {
    key: 'client',
    title: say('client'),
    text: ({ clientName }: MachineRow) => clientName,
    wide: true,
  },
  {
    key: 'machineType',
    title: say('machineType'),
    text: ({ machineTypeName }: MachineRow) => machineTypeName,
  },
  { key: 'line', title: say('line'), text: ({ lineName }: MachineRow) => lineName },
  {
    key: 'targetSpeed',
    title: say('targetSpeed'),
    text: ({ targetPpm }: MachineRow) => (targetPpm === null ? '' : String(targetPpm)),
    cell: ({ targetPpm }: MachineRow) =>
      targetPpm === null ? undefined : formatDecimals(targetPpm, 0, 9),
    numeric: true,
    spare: true,
  },
]

/** All machines; the line of each is named from its row. */
export function MachinesTable() {
  const say = useTexts('panel')
  const [added, setAdded] = useState<Added | null>(null)
  const queries = useQueryClient()
  const query = useQuery(panelQueries.machines())
  const types = useQuery(panelQueries.machineTypes())
  const line = useLineModal()
  const settings = useSettings('machine')
  const { formOf } = useMachineForms((machine) => {
    if (machine) setAdded(machine)
    void refreshLists(queries, ['machines'])
  })
  return (
    <>
      <CrudTable
        id="machines"
        title={say('machines')}
        noun={say('aMachine')}
        query={query}
        keyOf={({ id }) => id}
        nameOf={({ machineId }) => machineId}
        columns={columns(say, types.data)}
        form={formOf}
        moreActions={(row) => (
          <>
            <ConnectionLink id={row.id} serialNo={row.machineId} />
            {line.action(row)}
            {settings.action(row.id, row.machineId)}
          </>
        )}
        headActions={
          <ImportMachines done={() => void refreshLists(queries, ['machines', 'devices'])} />
        }
        note={
          <div role="status">
            {added && <AddedNote added={added} close={() => setAdded(null)} />}
          </div>
        }
        removal={{
          consequence: () => say('machineGone'),
          send: async ({ id }) => {
            await call(deleteMachine, { params: { id } })
            setAdded((before) => (before?.id === id ? null : before))
            void refreshLists(queries, ['machines', 'devices', 'deleted'])
          },
          done: say('machineDeleted'),
          failed: say('machineKept'),
        }}
      />
      {line.modal}
      {settings.modal}
    </>
  )
}

/** The machines of the engineer's own client, whose lines may be named and nothing more. */
export function LinesTable() {
  const say = useTexts('panel')
  const query = useQuery(panelQueries.machines())
  const types = useQuery(panelQueries.machineTypes())
  const line = useLineModal()
  const settings = useSettings('machine')
  return (
    <>
      <CrudTable
        title={say('lines')}
        query={query}
        keyOf={({ id }) => id}
        nameOf={({ machineId }) => machineId}
        columns={columns(say, types.data)}
        moreActions={(row) => (
          <>
            {line.action(row)}
            {settings.action(row.id, row.machineId)}
          </>
        )}
      />
      {line.modal}
      {settings.modal}
    </>
  )
}

/** The icon in a machine's row and the form that it opens. */
function useLineModal() {
  const say = useTexts('panel')
  const line = useOpening<MachineRow>()
  return {
    action: (machine: MachineRow) => (
      <IconButton
        label={say('editLineOf', { name: machine.machineId })}
        icon={IconRoute}
        onClick={() => line.open(machine)}
      />
    ),
    modal: line.about && <LineModal key={line.times} machine={line.about} {...line.dialog} />,
  }
}

/** Names the line that a machine stands on. */
function LineModal({ machine, ...dialog }: { machine: MachineRow } & DialogProps) {
  const say = useTexts('panel')
  const queries = useQueryClient()
  const { id, clientId, machineId, lineName } = machine
  return (
    <FormModal
      title={say('updateOf', { noun: say('aLine') })}
      submit={say('update')}
      busy={say('updating')}
      {...dialog}
      spec={{
        initial: { lineName, machineName: machineId },
        fields: () => [
          namedField(say, 'lineName'),
          namedField(say, 'machineName', { locked: true }),
        ],
        send: async (values) => {
          await call(updateLine, {
            params: { id },
            body: { lineName: values.lineName ?? '', clientId, machineName: machineId },
          })
          void refreshLists(queries, ['machines'])
          return say('success')
        },
      }}
    />
  )
}

/** In the row of a machine: the way to its connection. */
function ConnectionLink({ id, serialNo }: { id: number; serialNo: string }) {
  const say = useTexts('connection')
  const label = say('openOf', { name: serialNo })
  return (
    <Link
      className={iconButton.button ?? ''}
      to="/admin/panel"
      search={machineSearch(id)}
      aria-label={label}
      title={label}
    >
      <IconPlugConnected size={18} />
    </Link>
  )
}

type Stored = z.output<typeof importMachines.answer>

/** The button that imports machines with their connections, and the file of their tokens. */
function ImportMachines({ done }: { done: () => void }) {
  const say = useTexts('connection')
  const panel = useTexts('panel')
  const tokens = useOpening<Stored>()
  return (
    <>
      <CsvImport
        size="xs"
        title={say('importTitle')}
        hint={say('importHint', { fields: machineFileFields.join(', ') })}
        send={(csv, dryRun) => call(importMachines, { body: { csv, dryRun } })}
        fits={({ added }: Stored) => say('importFits', { count: added })}
        isNothing={({ added }: Stored) => added === 0}
        refusalOf={(each: RefusedMachine) => machineRefusalWords(say, panel, each)}
        done={(answer: Stored) => {
          saveTokens(answer)
          tokens.open(answer)
          done()
        }}
      />
      {tokens.about && (
        <Dialog
          title={say('importTitle')}
          width={440}
          {...tokens.dialog}
          foot={
            <>
              <Button
                variant="default"
                leftSection={<IconDownload size={16} />}
                onClick={() => tokens.about && saveTokens(tokens.about)}
              >
                {say('downloadTokens')}
              </Button>
              <Button onClick={tokens.dialog.onClose}>{say('done')}</Button>
            </>
          }
        >
          <div className={modal.words}>
            <p role="status">{say('importDone', { count: tokens.about.added })}</p>
          </div>
        </Dialog>
      )}
    </>
  )
}

function saveTokens({ tokens }: Stored) {
  const lines = tokens.map(({ client, serialNo, name, token }) => [client, serialNo, name, token])
  saveCsv('tokens.csv', csvText([['client', 'serial', 'name', 'token'], ...lines]))
}

/** Why a line of machines was refused, in the language of the screen; what the connection lacks is said as its form says it. */
function machineRefusalWords(
  say: Say<'connection'>,
  panel: Say<'panel'>,
  refused: RefusedMachine,
): string {
  const { code, values, message } = refused
  if (code === 'connection') return message
  const { field = '', fields = '', cell = '', most = 0 } = values
  if (code === 'tooMany') return say('refused.tooMany', { most: formatCount(most) })
  if (isShared(code)) return refusalWords(panel, { line: refused.line, message, code, values })
  return say(`refused.${code}`, { field, fields, cell })
}

const isShared = (code: string): code is RefusalCode => refusalCodes.some((each) => each === code)
