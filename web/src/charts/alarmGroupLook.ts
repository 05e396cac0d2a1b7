import { type AlarmGroupKey, alarmGroupKey } from '@packboard/model'

/** The colour of each alarm group (specification §9), on charts and chips alike; canvases cannot read style sheets. */
const colours: Record<AlarmGroupKey, string> = {
  Safety: '#FF7A7E',
  Infeed: '#F0935A',
  Transfer: '#E0D0A6',
  Film: '#7FD6EE',
  Jaws: '#A08CF2',
  Seal: '#E27DB5',
  Outfeed: '#3FB8AF',
  Temp: '#F5B84B',
  External: '#8296B0',
  Other: '#AEB7C2',
}

export function alarmGroupColour(group: string): string {
  return colours[alarmGroupKey(group)]
}
