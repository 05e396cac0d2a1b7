// The windows and addresses that scenes of several files show.

const day = 86_400_000
/** All lines but one work on each day. */
export const lastWorkday = () => new Date(Date.now() - day).toISOString().slice(0, 10)
/** A past shift, so that the pictures of one run have the same window. */
export const shift = () => `from=${lastWorkday()}&to=${lastWorkday()}&start=06:00&end=14:30`
/** From Saturday noon over the Sunday on which line 4 is closed to Monday afternoon, of the last week that is over. */
export const closedSunday = () => {
  const monday = new Date(Date.now() - (((new Date().getUTCDay() + 6) % 7) + 0.001) * day)
  const date = (days) => new Date(monday.getTime() + days * day).toISOString().slice(0, 10)
  return `from=${date(-2)}&to=${date(0)}&start=12:00&end=14:00`
}
export const machine = () => `/admin/productionData/1/FW-102?${shift()}`
export const emptyDay = 'from=2001-01-01&to=2001-01-01&start=06:00&end=14:30'
export const days = '/admin/day-summary'
export const at = (hours) => new Date(Date.now() - hours * 3_600_000).toISOString()
