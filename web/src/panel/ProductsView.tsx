import { Button, Select } from '@mantine/core'
import { importRecipes } from '@packboard/contract'
import { picksClient } from '@packboard/model'
import { IconChevronDown, IconDownload, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, call } from '../api/call.ts'
import { useClient } from '../clients/chosenClient.ts'
import { clientQueries } from '../clients/clientQueries.ts'
import { useTexts } from '../language/useTexts.ts'
import { usePerson } from '../session/useSession.ts'
import { saveFile } from '../takeAway/saveFile.ts'
import { CrudTable } from './CrudTable.tsx'
import type { FormSpec } from './FormModal.tsx'
import { firstMissing } from './formFields.ts'
import { ImportModal } from './ImportModal.tsx'
import { options } from './options.ts'
import styles from './PanelScreen.module.css'
import { panelQueries } from './panelQueries.ts'
import {
  type Product,
  productFields,
  productForm,
  productName,
  productsCsv,
  productText,
  productValues,
} from './productsWire.ts'

/** The products of one client: staff choose which, an engineer has the own one. */
export function ProductsView() {
  const say = useTexts('panel')
  const person = usePerson()
  const client = useClient(person)
  const [chosen, choose] = useState<number | null>(client?.id ?? null)
  const picks = picksClient(person.role)
  const names = useQuery({ ...clientQueries.names(), enabled: picks })
  return (
    <>
      {picks && (
        <Select
          className={styles.client!}
          label={say('client')}
          placeholder={say('selectClient')}
          searchable
          allowDeselect={false}
          data={options(names.data?.clients, ({ name }) => name)}
          value={chosen === null ? null : String(chosen)}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
          rightSectionPointerEvents="none"
          comboboxProps={{ keepMounted: false, offset: 6 }}
          onChange={(value) => choose(Number(value))}
        />
      )}
      {chosen === null ? (
        <p className={styles.sentence}>{say('productsOf')}</p>
      ) : (
        <Products key={chosen} clientId={chosen} />
      )}
    </>
  )
}

function Products({ clientId }: { clientId: number }) {
  const say = useTexts('panel')
  const queries = useQueryClient()
  const query = useQuery(panelQueries.products(clientId))
  const [imports, setImports] = useState(0)
  const [opened, setOpened] = useState(false)
  const refresh = () =>
    void queries.invalidateQueries({ queryKey: panelQueries.products(clientId).queryKey })
  // One product goes the way of many: what refuses a line of a file refuses it here.
  const form = (row: Product | null): FormSpec => ({
    initial: productValues(row),
    fields: () => productForm(say, row),
    ...(row === null && { problem: firstMissing }),
    send: async (values) => {
      const { refused } = await call(importRecipes, {
        params: { clientId },
        body: { csv: productsCsv([values]), dryRun: false },
      })
      const [first] = refused
      if (first) throw new CallFailed(400, first.message)
      refresh()
      return say('success')
    },
  })
  const columns = productFields
    .filter(({ name }) => shownFields.has(name))
    .map(({ name, label, kind }) => ({
      key: name,
      title: say(label),
      text: (row: Product) => productText(say, row, name),
      numeric: kind === 'number',
      wide: name === 'Product_e',
    }))
  return (
    <>
      <CrudTable
        title={say('products')}
        noun={say('aProduct')}
        query={query}
        keyOf={productName}
        nameOf={productName}
        columns={columns}
        form={form}
        headActions={
          <>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} stroke={1.75} />}
              onClick={() =>
                saveFile(
                  'products.csv',
                  new Blob([productsCsv((query.data ?? []).map(productValues))], {
                    type: 'text/csv',
                  }),
                )
              }
            >
              {say('downloadCsv')}
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconUpload size={16} stroke={1.75} />}
              onClick={() => {
                setImports(imports + 1)
                setOpened(true)
              }}
            >
              {say('importCsv')}
            </Button>
          </>
        }
        hint={say('productsHint')}
      />
      <ImportModal
        key={imports}
        clientId={clientId}
        opened={opened}
        done={refresh}
        onClose={() => setOpened(false)}
      />
    </>
  )
}

/** The settings that are compared most; the others are in the form and in the file. */
const shownFields: ReadonlySet<string> = new Set([
  'Product_e',
  'ProductTargetSpeed',
  'ProductWeight',
  'Tare',
  'ProductTolerance',
  'CountThreshold',
  'AutoAdjustON',
])
