import { type AlarmGroupKey, alarmGroupCode, alarmGroupKey } from '@packboard/model'

/** One list in code, because a canvas cannot read CSS variables; the colours are those of the design tokens. */
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
  Other: '#A9AD5B',
}

/** The look of a chip that stands for alarms of several groups. */
export const severalGroupsColour = '#B6BFCA'

/** How an alarm group looks wherever it appears: a colour by its keyword and two letters, never colour alone. */
export function alarmGroupLook(group: string): { readonly colour: string; readonly code: string } {
  return { colour: colours[alarmGroupKey(group)], code: alarmGroupCode(group) }
}
