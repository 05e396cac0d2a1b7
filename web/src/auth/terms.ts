/**
 * What an invited person accepts, clause by clause (specification §2). The clauses are English in every language: a
 * translation would be a second contract, and only one can be kept with the acceptance. Headings are in the catalogue.
 */
export const terms = [
  {
    title: 'termsAcceptance',
    clause:
      'By creating an account you accept these terms and agree to follow them each time you use the service.',
  },
  {
    title: 'termsUse',
    clause:
      'You must be 18 or over. Use the service only for the machines and sites you are authorised to view.',
  },
  {
    title: 'termsData',
    clause:
      'We process account details and machine data to provide the service. Machine data remains the property of your company.',
  },
  {
    title: 'termsProperty',
    clause: 'The software, texts and graphics belong to the provider and its licensors.',
  },
  {
    title: 'termsDisclaimer',
    clause:
      'Values are provided for information. Do not rely on them for machine safety or process control.',
  },
  {
    title: 'termsLiability',
    clause: 'Liability is limited to the amount paid for the service in the past 12 months.',
  },
  {
    title: 'termsChanges',
    clause: 'We may update these terms. You will see the new version before it takes effect.',
  },
  { title: 'termsTermination', clause: 'Either party may close the account at any time.' },
  {
    title: 'termsLaw',
    clause: 'These terms are governed by the law of the United Kingdom.',
  },
] as const
