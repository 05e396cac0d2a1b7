import { Button } from '@mantine/core'
import { importRecipes, type RecipeWire, type RefusedLine } from '@packboard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CallFailed, call } from '../../api/call.ts'
import { CrudTable } from '../../crud/CrudTable.tsx'
import { CsvImport, refusalWords } from '../../crud/CsvImport.tsx'
import type { FormSpec } from '../../crud/FormModal.tsx'
import { type FormField, firstMissing, type Values, yesOrNo } from '../../crud/formFields.ts'
import { OneClient } from '../../crud/OneClient.tsx'
import { formatCount, formatDecimals } from '../../i18n/formatNumber.ts'
import { type Say, textsOf, useTexts } from '../../i18n/useTexts.ts'
import { IconDownload } from '../../icons/icons.ts'
import { csvText, saveCsv } from '../../ui/saveFile.ts'
import { showToast } from '../../ui/Toasts.tsx'
import { panelQueries } from '../panelQueries.ts'
import { useProductSpeeds } from '../settings/useSettings.tsx'

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
  const refresh = () =>
    void queries.invalidateQueries({ queryKey: panelQueries.products(clientId).queryKey })
  const speeds = useProductSpeeds(clientId, refresh)
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
              leftSection={<IconDownload size={16} />}
              onClick={() =>
                saveCsv('products.csv', productsCsv((query.data ?? []).map(productValues)))
              }
            >
              {say('downloadCsv')}
            </Button>
            <CsvImport
              size="xs"
              title={say('importTitle')}
              hint={say('csvHint')}
              send={(csv, dryRun) =>
                call(importRecipes, { params: { clientId }, body: { csv, dryRun } })
              }
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
                refresh()
                showToast(say('success'))
              }}
            />
          </>
        }
        hint={say('productsHint')}
        moreActions={({ Product_e }) => speeds.action(Product_e)}
      />
      {speeds.modal}
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

/** A product of a client with its target speed and the other settings from its manufacturer. */
type Product = RecipeWire

/** The settings of a product, in the order of specification §3, with the keys of their labels. */
const productFields = [
  { name: 'Product_e', label: 'product', kind: 'text' },
  { name: 'ProductTargetSpeed', label: 'targetSpeed', kind: 'number' },
  { name: 'ProductCostPerKg', label: 'costPerKg', kind: 'number' },
  { name: 'ProductExtraCost', label: 'extraCost', kind: 'number' },
  { name: 'ProductT1SP', label: 't1SetPoint', kind: 'number' },
  { name: 'ProductTolerance', label: 'tolerance', kind: 'number' },
  { name: 'ProductWeight', label: 'weight', kind: 'number' },
  { name: 'CountThreshold', label: 'countThreshold', kind: 'number' },
  { name: 'AdjMax', label: 'adjustmentMaximum', kind: 'number' },
  { name: 'AdjMin', label: 'adjustmentMinimum', kind: 'number' },
  { name: 'AdjQtPercStart', label: 'adjustmentStart', kind: 'number' },
  { name: 'AutoAdjustON', label: 'autoAdjust', kind: 'yesOrNo' },
  { name: 'AdjStartWeigh', label: 'adjustmentStartWeight', kind: 'number' },
  { name: 'CwProgramNumber', label: 'checkweigherProgram', kind: 'number' },
  { name: 'CwBypass', label: 'checkweigherBypass', kind: 'yesOrNo' },
  { name: 'Tare', label: 'tare', kind: 'number' },
] as const

const productName = (product: Product) => product.Product_e

/** The value of a product as it is sorted and searched; empty when it is unknown. */
function productText(say: Say<'panel'>, product: Product, name: keyof Product): string {
  const value = product[name]
  if (value === null) return ''
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no')
  return String(value)
}

/** A number of a product as it is shown; nothing when it is unknown. */
function productNumber(product: Product, name: keyof Product): string | undefined {
  const value = product[name]
  return typeof value === 'number' ? formatDecimals(value, 0, 9) : undefined
}

/** The fields of a product's form; its name is the one that machines report and cannot be changed. */
function productForm(say: Say<'panel'>, product: Product | null): FormField[] {
  return productFields.map(({ name, label, kind }) => ({
    name,
    label: say(label),
    ...(name === 'Product_e'
      ? { required: true, locked: product !== null }
      : { half: true, kind: kind === 'yesOrNo' ? ('select' as const) : ('number' as const) }),
    ...(kind === 'yesOrNo' && { options: yesOrNo(say) }),
  }))
}

function productValues(product: Product | null): Values {
  return Object.fromEntries(
    productFields.map(({ name }) => [name, product ? String(product[name] ?? '') : '']),
  )
}

/** Products as a CSV text with all fields, as the import reads it. */
export function productsCsv(rows: readonly Values[]): string {
  const names = productFields.map(({ name }) => name)
  return csvText([names, ...rows.map((row) => names.map((name) => row[name] ?? ''))])
}
