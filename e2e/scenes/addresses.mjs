// The windows and addresses that scenes of several files show.

const day = 86_400_000
/** Sunday is closed. */
export const lastWorkday = () => {
  const yesterday = new Date(Date.now() - day)
  const worked = yesterday.getUTCDay() === 0 ? yesterday.getTime() - day : yesterday
  return new Date(worked).toISOString().slice(0, 10)
}
/** A past shift, so that the pictures of one run have the same window. */
export const shift = () => `from=${lastWorkday()}&to=${lastWorkday()}&start=06:00&end=14:30`
export const machine = () => `/admin/productionData/1/FW-102?${shift()}`
export const emptyDay = 'from=2001-01-01&to=2001-01-01&start=06:00&end=14:30'
export const days = '/admin/day-summary'
export const at = (hours) => new Date(Date.now() - hours * 3_600_000).toISOString()
