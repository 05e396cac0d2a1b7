/** The edge recorders of a client. */
export const installations = {
  chooseFirst: 'Select a client to see its edge recorders.',
  title: 'Installations',
  sub: 'Edge recorders: small programs near the machines that keep records while the line is cut',
  none: 'No Edge Recorder Yet',
  noneHint: 'Machines send to this server directly.',
  name: 'Name',
  deviceAndVersion: 'Device {device}, version {version}',
  connection: 'Connection',
  heard: 'Last Heard',
  queue: 'Waiting Records',
  sizeOf: '{size} of {most}',
  oldest: 'Oldest',
  notAccepted: 'Not Accepted',
  clock: 'Clock',

  'state.connected': 'Connected',
  'state.behind': 'Sending what waited',
  'state.full': 'Buffer full',
  'state.silent': 'Silent',

  howTo: 'Install an Edge Recorder',
  whatFor: 'On a gateway near the machines',
  'step.device':
    'In Devices, add a device named gateway for all machines of this client, and copy its token.',
  'step.program':
    'Unpack the Packboard release on the gateway, for instance in /opt/packboard. It needs Linux and 300 MB of memory.',
  'step.settings': 'Write these lines into /etc/packboard/edge.env, with your token:',
  'step.start':
    'Start it with packboard edge, or install deploy/packboard-edge.service. Within a minute it is listed here.',
  'step.senders':
    'Let the machines send to the gateway instead of this server, with the same messages. Any name and the token in local.token of EDGE_DIR sign them in.',
  manual: 'More in the manual',
} as const
