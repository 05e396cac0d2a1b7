/**
 * What a message may be built of, beside its bytes: work and memory grow by values, nesting and names, and a few kilobytes
 * can hold a million of them. Each door counts before it builds anything; what has more is quarantined without being read, as
 * cut text.
 */
export const structureLimits = {
  /** A record of a machine has some twenty values; one with a time for each state has about fifty. */
  record: { values: 64, depth: 4, bytes: 16_384, nameCharacters: 64 },
  /** A message of MQTT: of 1,000 samples about 150 kB. */
  message: { bytes: 262_144 },
  /** Different names in all records of one call. */
  call: { names: 1_000 },
  /** Metrics of one message of Sparkplug B, those of all births of one edge node together, and the name of one. */
  sparkplug: { metrics: 5_000, aliases: 20_000, nameCharacters: 256 },
  /** A value of OPC UA, its texts together: an array of 200 alarms has about 2,000 values and 100,000 characters. */
  opcUaValue: { values: 5_000, depth: 6, textCharacters: 131_072 },
  /** A row of a file, when one process passes it to another. */
  fileRow: { values: 256, textCharacters: 65_536 },
} as const
