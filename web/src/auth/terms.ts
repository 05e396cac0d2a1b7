/** What an invited person accepts, clause by clause (specification §2). */
export const terms: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: 'Acceptance',
    text: 'By creating an account you accept these terms and agree to follow them each time you use the service.',
  },
  {
    title: 'Use of the service',
    text: 'You must be 18 or over. Use the service only for the machines and sites you are authorised to view.',
  },
  {
    title: 'Data and privacy',
    text: 'We process account details and machine data to provide the service. Machine data remains the property of your company.',
  },
  {
    title: 'Intellectual property',
    text: 'The software, texts and graphics belong to the provider and its licensors.',
  },
  {
    title: 'Disclaimer',
    text: 'Values are provided for information. Do not rely on them for machine safety or process control.',
  },
  {
    title: 'Limitation of liability',
    text: 'Liability is limited to the amount paid for the service in the past 12 months.',
  },
  {
    title: 'Changes',
    text: 'We may update these terms. You will see the new version before it takes effect.',
  },
  { title: 'Termination', text: 'Either party may close the account at any time.' },
  {
    title: 'Governing law',
    text: 'These terms are governed by the law of the United Kingdom.',
  },
]
