/** The file for those who help. */
export const support = {
  title: 'Support Bundle',
  what: 'One file for the person who helps you: what this installation is and how it works. It is readable text and holds nothing of your customers.',
  within: 'In It',
  without: 'Not in It',
  versions: 'Versions of Packboard, its engines and the machine it runs on',
  settings: 'Settings: numbers and choices; of all others only whether they are set',
  health: 'Health, damaged records by month, free space of the disk',
  counts: 'How many clients, machines, people and records there are',
  questions: 'Times of questions to the records, by their kind',
  log: 'The newest lines of the log: events, times and codes',
  names: 'Names of clients, machines, products, people and operators, e-mail addresses',
  records: 'Records, figures, alarms and audit records',
  secrets: 'Passwords, tokens, addresses of computers, links',
  download: 'Download Support Bundle',
  look: 'The audit log has an entry for each download. Where nobody can sign in, the command “packboard support” writes the same file on the server.',
} as const
