/** One state for some time. `pace` is the share of the set speed at which packs leave the machine. */
export type Step = {
  readonly state: number
  readonly ms: number
  readonly pace: number
  /** Rejects in 10,000 packs, where it differs from the machine's usual share. */
  readonly rejectsPer10k?: number
  readonly unitMode?: UnitMode
  readonly does?: 'newBatch' | 'changeProduct' | 'changeOperator' | 'exchangeController'
}

export type UnitMode = 'Production' | 'Setup' | 'Maintenance'

/** An alarm of a story, in ms from its start; a first-out cause comes a moment before the stop. */
export type StoryAlarm = {
  readonly name: AlarmName
  readonly after: number
  readonly lasts: number
}

/** What an operator can change on the panel. */
export type Setting =
  | 'setSpeed'
  | 'sealFront'
  | 'sealRear'
  | 'finSeal'
  | 'filmTension'
  | 'knifePhase'
export type StoryChange = {
  readonly after: number
  readonly by: 'Operator' | 'Maintenance' | 'Engineer'
  readonly setting: Setting
  readonly change: number
}

/** Something that happens to a running machine, from leaving Execute until it is back there. */
export type Story = {
  readonly steps: readonly Step[]
  readonly alarms: readonly StoryAlarm[]
  readonly changes: readonly StoryChange[]
}

/** One line of a machine's alarm list. */
type AlarmText = {
  readonly code: string
  readonly group: string
  readonly description: string
}

const book = {
  guard: ['A101', 'Safety', 'Guard door 2 open'],
  emergencyStop: [
    'A102',
    'Safety',
    'Emergency stop pressed at the operator panel. All drives are without power until the button has been released and the safety relay reset.\nCheck that nobody works inside the guards, close doors 1 to 4, release the button, press RESET on the panel and clear the alarm (see manual).',
  ],
  lightCurtain: ['A103', 'Safety', 'Light curtain at discharge interrupted'],
  driveEnable: ['A110', 'Safety', 'Drives disabled by safety circuit'],
  infeedJam: ['A201', 'Infeed', 'Product jam at infeed chain'],
  infeedGap: ['A202', 'Infeed', 'Product gap too small at infeed'],
  infeedEmpty: ['A203', 'Infeed', 'Infeed empty, waiting for product'],
  infeedTorque: ['A204', 'Infeed', 'Infeed servo torque limit'],
  magazineEmpty: ['A205', 'Infeed', 'Magazine empty'],
  transferJam: ['A301', 'Transfer', 'Product crosswise at transfer plate'],
  transferLost: ['A302', 'Transfer', 'Product lost between infeed and film tube'],
  filmLow: ['A401', 'Film', 'Film reel nearly empty'],
  filmEnd: ['A402', 'Film', 'Film reel empty'],
  filmSnap: ['A403', 'Film', 'Film snapped between reel and former'],
  filmMark: ['A404', 'Film', 'Registration mark not found for 5 packs'],
  filmTension: ['A405', 'Film', 'Film tension out of range'],
  filmSplice: ['A406', 'Film', 'Automatic splice failed'],
  jawsJam: ['A501', 'Jaws', 'Product between the jaws'],
  jawsTorque: ['A502', 'Jaws', 'Cross jaw servo torque limit'],
  jawsClean: ['A503', 'Jaws', 'Jaws need cleaning'],
  sealOver: ['A601', 'Seal', 'Seal value over upper limit'],
  sealUnder: ['A602', 'Seal', 'Seal value under lower limit'],
  sealRejects: ['A603', 'Seal', 'Five rejects in a row at seal check'],
  outfeedJam: ['A701', 'Outfeed', 'Packs blocked at outfeed belt'],
  outfeedReject: ['A702', 'Outfeed', 'Reject bin full'],
  tempFront: ['A801', 'Temp', 'Front jaw temperature under set point'],
  tempRear: ['A802', 'Temp', 'Rear jaw temperature over set point'],
  tempFin: [
    'A803',
    'Temp',
    'Fin seal heater 2 does not reach its set point. Possible causes: broken thermocouple, worn brushes of the slip ring, heater cartridge defect.\nThe machine stops after the packs in the film tube have been discharged.',
  ],
  packMin: ['A901', 'Outfeed', 'Pack weight under minimum'],
  packMax: ['A902', 'Outfeed', 'Pack weight over maximum'],
  downstream: ['A951', 'External', 'Downstream machine not ready'],
  upstream: ['A952', 'External', 'Upstream machine stands'],
  airPressure: ['A953', 'External', 'Compressed air supply under 5.5 bar'],
} as const satisfies Record<string, readonly [code: string, group: string, description: string]>

export type AlarmName = keyof typeof book

/** What the machine's panel would show. */
export function alarmText(name: AlarmName): AlarmText {
  const [code, group, description] = book[name]
  return { code, group, description }
}
