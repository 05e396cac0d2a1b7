import { structureLimits } from '@packboard/model'

/** What a quarantined record is called: made of all that came, so that the same one has the same name. */
export const quarantineId = `lower(hex(sipHash128(serial_no, toString(source), toUnixTimestamp64Milli(received_at), quarantine.raw)))`

/** The same in a statement without a name of the table. */
export const quarantineRowId = `lower(hex(sipHash128(serial_no, toString(source), toUnixTimestamp64Milli(received_at), raw)))`

/** No record that could be accepted is longer, in bytes; of one that is, so much is kept. */
export const longestKept = structureLimits.record.bytes
