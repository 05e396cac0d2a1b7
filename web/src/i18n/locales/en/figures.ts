/** What a figure means: the name that stands on it, and a sentence or two that are true of it everywhere. One definition per
 * figure, for everybody who reads one. They are docs/figures.md and its decisions in the words of the people at the
 * machines; the label on a card, a chart or a column shows the same text.
 */
export const figures = {
  'packs.name': 'Packs Produced',
  'packs.text':
    "Packs counted by the machine's own counter inside the time period, in whatever state it was. A counter that starts again or runs over loses nothing.",
  'idle.name': 'Idle Time Total',
  'idle.text':
    'Time in which the machine was ready or waited and packed nothing: Idle, Stopped, Completed, Held, Suspended, Downstream. Not alarms, and not the time it was offline.',
  'run.name': 'Run Time Total',
  'run.text':
    'Time in which the machine packed: Execute, Completing, and warnings such as Low Film while packs are still counted.',
  'oeee.name': 'OEEE',
  'oeee.text':
    'Overall equipment effectiveness: good packs × time a pack takes at target speed ÷ planned time. It is Availability × Performance × Quality. Offline time is not planned time. More than 100 % means that the target speed is too low.',
  'availability.name': 'Availability',
  'availability.text':
    'Run time ÷ planned time. Planned time is run, idle, alarm and ancillary time together; in a break or closed time of the plan, under a planned reason and in a unit mode other than production only run.',
  'performance.name': 'Performance',
  'performance.text':
    'Packs made ÷ packs that the run time would have given at target speed. "Estimated target": no recipe or machine names one, so it is the speed that the best minutes of 30 days reached.',
  'quality.name': 'Quality',
  'quality.text':
    'Good packs ÷ all packs. "Not measured": the machine counts no rejects, so all packs are taken as good.',
  'machineOeee.name': 'Machine OEEE',
  'machineOeee.text':
    'OEEE without the time that the line took from the machine: Suspending, Suspended, Unsuspending and Downstream are left out of the planned time.',
  'coverage.name': 'Coverage',
  'coverage.text':
    'The share of the time period, without closed time of the plan, of which records came. Under 90 % the figures are marked "Low coverage".',
  'machineStatus.name': 'Machine Status',
  'machineStatus.text':
    'How the time period divides into Run, Idle, Alarm, Ancillary, Offline and Unknown. The parts add up to the whole period, to the millisecond.',
  'alarms.name': 'Alarms',
  'alarms.text':
    'How many alarms of each group were raised. The same alarm sent twice counts once. Select a group to see only the stops that it caused.',
  'products.name': 'Products',
  'products.text':
    'Packs of each product. A pack belongs to the product that was set when it was counted. Select a product to see it alone.',
  'packsPerMinute.name': 'Packs per minute',
  'packsPerMinute.text':
    'Mean speed of each step of time, in packs per minute. A gap in the line means that no records came; it is never a zero. In long periods a band shows the slowest and the fastest minute of each step.',
  'states.name': 'Machine State Distribution',
  'states.text': 'How long the machine was in each of its states, longest first.',
  'stopCauses.name': 'Stop Causes',
  'stopCauses.text':
    'The reason that a person gave, else what stopped the machine first: the first alarm from 5 seconds before a stop until its end names the whole stop. Without one no cause is known, only the state in which it began: let the machine send its alarms. Planned stops come last. Lost packs: the stopped time at target speed.',
  'day.name': 'Day',
  'day.text':
    'A calendar day of the zone in which the page shows its times. What runs over midnight is split there.',
  'idleMinutes.name': 'Idle Time (Mins)',
  'idleMinutes.text': 'Idle time of this machine, product and tool on this day, in whole minutes.',
  'packsPacked.name': 'Packs Packed',
  'packsPacked.text': 'Packs of this machine, product and tool that were counted on this day.',
  'runMinutes.name': 'Run Time (Mins)',
  'runMinutes.text': 'Run time of this machine, product and tool on this day, in whole minutes.',
  'status.name': 'Status',
  'status.text':
    'The last state that the machine sent, and for how long it has been in it. Colour, shape and name say the same. A machine that sent nothing for its hold limit (90 seconds unless set otherwise) is OFFLINE.',
  'batchPacks.name': 'Batch Packs',
  'batchPacks.text':
    "Packs since the product, the tool or the user last changed, or the machine's own batch counter where it has one.",
  'totalPacks.name': 'Total Packs',
  'totalPacks.text': 'Packs since the start time at the top of the overview.',
  'speed.name': 'Speed (ppm)',
  'speed.text': 'Packs per minute, as the machine last sent it.',
  'alarm.name': 'Alarm Time',
  'alarm.text':
    'Time in which a fault stopped the machine: Aborting, Clearing, Aborted, Pack Block, Film Snap, Reg Film Alarm, and warnings while no packs are counted.',
  'ancillary.name': 'Ancillary Time',
  'ancillary.text':
    'Time on the way between states: Stopping, Resetting, Starting, Holding, Unholding, Suspending, Unsuspending.',
  'lastUpdated.name': 'Last Updated Time',
  'lastUpdated.text':
    'The moment up to which totals are counted. They are updated every 30 seconds; a change of state shows within a second.',
  'attributedStop.name': 'Own, inherited, not decided',
  'attributedStop.text':
    'A stop of a machine is its own, or it is inherited: the machine waited for another one, the root, that had stopped before it within the buffer between them. Where the records do not show which, nothing is named: clocks differ, data are missing, or two stations fit.',
  'lineOeee.name': 'OEEE of the line',
  'lineOeee.text':
    'Good packs of the key station as time at target speed, divided by the planned time of its machines under the plan of the line. The sum of machines beside it counts every machine of the flow.',
  'bottleneck.name': 'Bottleneck',
  'bottleneck.text':
    'The station that limited the line for the largest share of the window. It limits the line while one of its machines is the root of a stop, and while it runs and its neighbours wait without any station being down: then it is the slowest.',
} as const
