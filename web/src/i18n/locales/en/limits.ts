/** The limits of the installation, and who is near one (D84). */
export const limits = {
  title: 'Limits',
  what:
    'They protect the disk and the other senders, and apply to each device and machine of this installation. A change takes effect at once.',
  deviceMegabytesPerDay: 'MB Sent by a Device per Day',
  deviceMegabytesPerDayHint:
    'More is refused until there is room again; the device sends it later. Room comes back evenly over 24 hours.',
  quarantineRecords: 'Records Not Accepted per Machine',
  quarantineRecordsHint: 'Further ones are counted and not stored.',
  quarantineMegabytes: 'MB Not Accepted per Machine',
  quarantineMegabytesHint: 'Further ones are counted and not stored.',
  inForce: 'In effect: {value}',
  default: 'Empty: {value}, the setting {setting}.',
  outside: 'Please enter a whole number from {min} to {max}, or nothing.',
  near: 'Near a Limit',
  nearSub: 'from {share} on',
  name: 'Device or Machine',
  client: 'Client',
  limit: 'Limit',
  used: 'Used',
  ofLimit: '{used} of {limit}',
  noMachine: 'unknown machines',
  uncounted: 'Records that were not accepted cannot be counted now: machines are missing here.',
  nobodyCounted: 'No device is near a limit',
  nobody: 'Nothing is near a limit',
  nobodyHint: 'Devices and machines are listed here before their records are refused.',
} as const
