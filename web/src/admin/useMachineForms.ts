import {
  addMachine,
  type DataSourcesAnswer,
  type MachineRow,
  namedDictionaries,
  serialNoForm,
  updateMachine,
} from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../api/call.ts'
import { clientQueries } from '../clients/clientQueries.ts'
import { useUsualClient } from '../clients/useUsualClient.ts'
import type { FormSpec } from '../crud/FormModal.tsx'
import { type FormField, firstMissing, numberOf, options, type Values } from '../crud/formFields.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { panelQueries } from './panelQueries.ts'

/** A machine that was added just now. */
export type Added = { readonly id: number; readonly serialNo: string }

/** What was seen at the broker of the plant and is no machine yet. */
export type SeenDevice = DataSourcesAnswer['notAssigned'][number]

type Connection = z.input<typeof addMachine.body>['connection']

/** Forms of machines; `done` gets the machine that was added, or null after a change. */
export function useMachineForms(done: (added: Added | null) => void) {
  const say = useTexts('panel')
  const sayOf = useTexts('connection')
  const clients = useQuery(clientQueries.names()).data?.clients
  const types = useQuery(panelQueries.machineTypes()).data
  const usual = useUsualClient(clients)
  const dictionaries = { 'iso-tr88': sayOf('standard'), libremfg: 'libremfg', tmc: 'TMC' } as const

  const fieldsOf = (row: MachineRow | null): FormField[] => [
    {
      name: 'clientId',
      label: say('client'),
      kind: 'select',
      required: true,
      locked: row !== null,
      options: row
        ? [{ value: String(row.clientId), label: row.clientName }]
        : options(clients, ({ name }) => name),
    },
    {
      name: 'machineTypeId',
      label: say('machineType'),
      kind: 'select',
      required: true,
      options: options(types, ({ label }) => label),
    },
    { name: 'machineId', label: say('serialNo'), required: true },
    { name: 'lineName', label: say('line'), half: true },
    { name: 'targetPpm', label: say('targetSpeed'), kind: 'number', half: true },
  ]

  async function add(values: Values, connection?: Connection) {
    const fields = bodyOf(values)
    const { id } = await call(addMachine, {
      body: { clientId: Number(values.clientId), ...fields, ...(connection && { connection }) },
    })
    done({ id, serialNo: fields.machineId })
    return say('success')
  }

  return {
    /** Changes a machine, or with null adds one. */
    formOf: (row: MachineRow | null): FormSpec => ({
      initial: {
        clientId: String(row?.clientId ?? usual ?? ''),
        machineTypeId: row ? String(row.machineTypeId) : '',
        machineId: row?.machineId ?? '',
        lineName: row?.lineName ?? '',
        targetPpm: row?.targetPpm?.toString() ?? '',
      },
      fields: () => fieldsOf(row),
      ...(row === null && { problem: firstMissing }),
      async send(values) {
        if (!row) return add(values)
        const body = { ...bodyOf(values), version: row.version }
        await call(updateMachine, { params: { id: row.id }, body })
        done(null)
        return say('success')
      },
    }),

    /** Adds what was seen as a machine of a client that sends by Sparkplug B from there; only its type and its dictionary are not known. */
    formOfSeen: ({ address }: SeenDevice, clientId: number): FormSpec => ({
      initial: {
        clientId: String(clientId),
        machineTypeId: '',
        machineId: serialNoOf(address),
        lineName: '',
        targetPpm: '',
        address,
        dictionary: '',
      },
      fields: () => [
        ...fieldsOf(null),
        { name: 'address', label: sayOf('edgeNode'), locked: true },
        {
          name: 'dictionary',
          label: sayOf('dictionary'),
          kind: 'select',
          required: true,
          hint: sayOf('dictionaryHint'),
          options: namedDictionaries.map((value) => ({ value, label: dictionaries[value] })),
        },
      ],
      problem: firstMissing,
      send: (values) => {
        const dictionary = namedDictionaries.find((name) => name === values.dictionary)
        return add(values, { door: 'sparkplug', address, dictionary })
      },
    }),
  }
}

const bodyOf = ({ machineTypeId, machineId = '', lineName = '', targetPpm = '' }: Values) => ({
  machineTypeId: Number(machineTypeId),
  machineId: machineId.trim(),
  lineName,
  targetPpm: numberOf(targetPpm) ?? null,
})

/** The last name of an address, where it can be a serial number. */
function serialNoOf(address: string): string {
  const name = address.split('/').at(-1) ?? ''
  return serialNoForm.test(name) ? name : ''
}
