/** One file is loaded for both of them. */
export { EarlierSwitch } from './EarlierSwitch.tsx'
export { MetricChange } from './MetricChange.tsx'
