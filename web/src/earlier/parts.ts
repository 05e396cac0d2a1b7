/** One file is loaded for all of them. */
export { AmountChange, DoubtNote } from './AmountChange.tsx'
export { EarlierSwitch } from './EarlierSwitch.tsx'
export { MetricChange } from './MetricChange.tsx'
