import { demoClients } from './demoData.ts'

export {
  type DemoClient,
  type DemoFlow,
  type DemoMachine,
  type DemoProduct,
  demoAccounts,
  demoPassword,
  gatewayName,
} from './demoData.ts'
export { plannedTimes, shiftsOfLine, type WorkedShift } from './demoWeek.ts'

/** The demo's clients with their machines, products and crews: what the virtual plant plays. Data only, no database. */
export const demoPlant = demoClients
