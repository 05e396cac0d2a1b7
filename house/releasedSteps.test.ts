import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrations as managementSteps } from '../management/src/migrations/migrate.ts'
import { migrations as telemetrySteps } from '../telemetry/src/clickhouse/migrations/index.ts'

/**
 * A step of a schema that an installation has taken is never edited: the stores of that installation would lack the edit for ever. What belongs to an
 * earlier step is a new step. Each has the start of the SHA-256 of its content here; a new step adds its own.
 */
const released = {
  telemetry: [
    ...['6b9b72755f6d97c7', '2c84a0997eeb79a5', '575465d620656271', '614ee90de55bd948'],
    ...['2889896b6af6edb2', 'fe43230e647c92b8', '7dbc3a2f7e9e22b6', 'c560b462640938f0'],
    ...['cae88d567146cf00', '54802bb4ccb4a7e6', '2cf5f0d85bfd9a04', '789bf6d3ddc0dbdb'],
    ...['a9b93b80030e2d93', '65d16746f9061edc', '04f9cbc6a594786b', '1d55c3c77380f197'],
  ],
  management: [
    ...['463d5af54f777044', 'ebce734fa0cb11ef', '4a7aac518f9af3a1', '1b7ce29aa5df6d2a'],
    ...['9102eeb09ae1274b', 'b4ab8dad355a5325', 'ccd5e7a520799ff0', '8335733d0ed6efb6'],
    ...['ae8fdabab1eb686d', '4219498f150c8eb7', 'eb616c0a6298fd54', '33f2ffff7ddb4662'],
    ...['1b4951f227347aea', '5d14561db21fa0fd', '16223316b2745611', '2c95d23c03a1a3ae'],
    ...['06f68e7e54cea958', '7a84f2eefba61083', '8f977a07cec8e955', '33a9a551f74d12ab'],
    ...['0dda6e9d5bb1758e', 'dffa6a146ec28397', '1bdabfa072ff01ab', '18ac90cc3a9e4062'],
    ...['11ff004b54bbbf5c', '053cae1226d57f6d', '17338c4e3249fc0d', 'ad005f8e5e7c0362'],
    ...['b3e5307750b743da', '9af7ef66b946de86', '307e1b6f5bdb6565', '843d302494d052f8'],
  ],
}

const printOf = (step: object) =>
  createHash('sha256').update(JSON.stringify(step)).digest('hex').slice(0, 16)

test('no step of a schema that was released is edited', () => {
  expect(telemetrySteps.map(printOf)).toEqual(released.telemetry)
  expect(managementSteps.map(printOf)).toEqual(released.management)
})

test('the page of the operator has a row for each step of both schemas', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8')
  const lacking = (store: string, steps: readonly { version: number; name: string }[]) =>
    steps.filter(({ version, name }) => !page.includes(`\n| ${store} ${version} | ${name} |`))
  expect(lacking('records', telemetrySteps)).toEqual([])
  expect(lacking('management', managementSteps)).toEqual([])
})
