import { Select } from '@mantine/core'
import { type DataSheet, dataSheet, type MachineTypeRow } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { OneClient } from '../../crud/OneClient.tsx'
import { options } from '../../crud/options.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { Loadable } from '../../ui/Loadable.tsx'
import styles from './DataSheetView.module.css'
import { machineTypesQuery } from './machineTypesQuery.ts'
import { SheetPanel } from './SheetPanel.tsx'

/** What the Data Act wants to be known of the data of a machine type: for one client, from its own records. */
export function DataSheetView() {
  const say = useTexts('dataSheet')
  const types = useQuery(machineTypesQuery)
  return (
    <OneClient before={say('chooseFirst')}>
      {(clientId) => (
        <Loadable
          query={types}
          saysLoading
          emptyText={say('noTypes')}
          isEmpty={(all) => all.length === 0}
        >
          {(all: readonly MachineTypeRow[]) => (
            <OfClient key={clientId} {...{ clientId, types: all }} />
          )}
        </Loadable>
      )}
    </OneClient>
  )
}

function OfClient({ clientId, types }: { clientId: number; types: readonly MachineTypeRow[] }) {
  const say = useTexts('dataSheet')
  const [chosen, setChosen] = useState(types[0]?.id ?? 0)
  const query = useQuery(dataSheetQuery(clientId, chosen))
  return (
    <div className={styles.parts}>
      <Select
        className={styles.type ?? ''}
        data-screen-only
        label={say('machineType')}
        data={options(types, ({ label }) => label)}
        value={String(chosen)}
        allowDeselect={false}
        onChange={(value) => value !== null && setChosen(Number(value))}
      />
      <Loadable query={query} saysLoading emptyText={say('noTypes')} isEmpty={() => false}>
        {(sheet: DataSheet) => <SheetPanel {...{ sheet, clientId }} machineTypeId={chosen} />}
      </Loadable>
    </div>
  )
}

const dataSheetQuery = (clientId: number, machineTypeId: number) =>
  queryOptions({
    queryKey: ['dataSheet', clientId, machineTypeId],
    queryFn: ({ signal }) => call(dataSheet, { params: { clientId, machineTypeId } }, signal),
  })
