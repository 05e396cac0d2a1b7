/** What machines send: `factory.at(time).sample('FW-101', { state: 10 })`, with the time as the record is to have it. */
export const factory = {
  at: <Time>(time: Time) => ({
    sample: <Fields extends object = object>(serialNo: string, fields?: Fields) =>
      ({ kind: 'sample', serialNo, time, ...fields }) as const,
  }),
}
