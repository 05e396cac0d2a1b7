import { machineStates } from '@packboard/model'

const codes = machineStates.map(({ code }) => code)

/** The codes that a state can have, in words: `State code 1 to 26`. */
export const stateCodes = `State code ${Math.min(...codes)} to ${Math.max(...codes)}`
