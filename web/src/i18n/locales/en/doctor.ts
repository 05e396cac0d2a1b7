/** What the state numbers of a machine say about its dictionary. */
export const doctor = {
  title: 'Which Dictionary Is Right',
  scores: 'Transitions of PackML with each dictionary',
  legal: '{legal} of {of} legal',
  inUse: 'in use',
  words:
    'The machine names its states, so its numbers are not read and the dictionary does not matter.',
  watching:
    '{pairs, plural, =0 {Nothing was seen yet.} one {# different transition was seen.} other {# different transitions were seen.}} When the machine starts or stops, more is known.',
  tied: 'Not yet decidable: {first} and {second} explain what was seen equally well. A start or a stop of the machine decides.',
  none: 'None of the known dictionaries fits: the numbers are the maker’s own. Give the machine a table of its own.',
  foundInUse: '{name} fits, and it is in use.',
  foundOther: '{name} fits; the machine is read with {inUse}.',
  foundBesideTable: '{name} fits; the machine is read with a table of its own.',
  use: 'Use this dictionary: {name}',
  asItIs: 'It is right as it is',
  confirming: 'Confirming...',
  done: 'Confirmed',
  provisional: 'Provisional',
  provisionalWhy:
    'Figures of this machine are provisional until a person confirms its dictionary. Confirming changes none of them; another dictionary counts from the next message on.',
  whoConfirms: 'A person who manages the installation confirms it.',
  confirmedBy: 'Confirmed by {name}, {at}',
  confirmedBefore: 'In use before a person could confirm it; counts as confirmed since {at}',
} as const
