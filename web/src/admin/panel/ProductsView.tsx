import { Button } from '@mantine/core'
import { importRecipes, type RefusedLine } from '@packboard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, call } from '../../api/call.ts'
import { CrudTable } from '../../crud/CrudTable.tsx'
import { CsvImport } from '../../crud/CsvImport.tsx'
import type { FormSpec } from '../../crud/FormModal.tsx'
import { firstMissing } from '../../crud/formFields.ts'
import { OneClient } from '../../crud/OneClient.tsx'
import { refusalWords } from '../../crud/refusalWords.ts'
import { saveFile } from '../../export/saveFile.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import { textsOf, useTexts } from '../../i18n/useTexts.ts'
import { IconUpload } from '../../icons/furtherIcons.ts'
import { IconDownload } from '../../icons/icons.ts'
import { showToast } from '../../ui/toasts.ts'
import { panelQueries } from './panelQueries.ts'
import {
  type Product,
  productFields,
  productForm,
  productName,
  productNumber,
  productsCsv,
  productText,
  productValues,
} from './productsWire.ts'

/** The products of one client: staff choose which, an engineer has the own one. */
export function ProductsView() {
  const say = useTexts('panel')
  return (
    <OneClient before={say('productsOf')}>
      {(clientId) => <Products clientId={clientId} />}
    </OneClient>
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
      if (first) throw new CallFailed(400, refusalWords(textsOf('panel'), first))
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
      ...(kind === 'number' && { cell: (row: Product) => productNumber(row, name) }),
      ...(kind === 'yesOrNo' && {
        cell: (row: Product) =>
          row[name] === null ? undefined : (
            <span data-enabled={row[name]}>{productText(say, row, name)}</span>
          ),
      }),
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

/** Imports the products of a client from a CSV file. */
function ImportModal({
  clientId,
  opened,
  done,
  onClose,
}: {
  clientId: number
  opened: boolean
  done: () => void
  onClose: () => void
}) {
  const say = useTexts('panel')
  return (
    <CsvImport
      title={say('importTitle')}
      hint={say('csvHint')}
      send={(csv, dryRun) => call(importRecipes, { params: { clientId }, body: { csv, dryRun } })}
      fits={({ added, changed, unchanged, refused }) =>
        say('importFound', {
          added: formatCount(added),
          changed: formatCount(changed),
          unchanged: formatCount(unchanged),
          refused: formatCount(refused.length),
        })
      }
      isNothing={({ added, changed }) => added + changed === 0}
      refusalOf={(each: RefusedLine) => refusalWords(say, each)}
      done={() => {
        done()
        showToast(say('success'))
      }}
      {...{ opened, onClose }}
    />
  )
}
