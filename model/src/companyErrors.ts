/** What may go wrong at a company sign-in; part of the catalogue of all failures. */
export const companyErrors = {
  'company.notFound': { status: 404, message: 'Company sign-in not found.' },
  'company.notOffered': { status: 400, message: 'This company sign-in is switched off.' },
  'company.noPublicUrl': {
    status: 409,
    message: 'PUBLIC_URL is not set: a company cannot send people back to this installation.',
  },
  'company.notHttps': {
    status: 400,
    message: 'The address of a company sign-in begins with https://.',
  },
  'company.privateAddress': {
    status: 400,
    message:
      'This company sign-in is at a private address. The operator allows it with OIDC_HOSTS.',
  },
  'company.away': {
    status: 503,
    message:
      'The sign-in of your company does not answer. You can sign in with your password, or try again later.',
  },
  'company.awayForced': {
    status: 503,
    message: 'The sign-in of your company does not answer. Please try again later.',
  },
  'company.notConform': {
    status: 400,
    message: 'What answers at this address is no OpenID Connect provider.',
  },
  'company.foreignIssuer': {
    status: 400,
    message: 'The company sign-in names itself as another one than was entered.',
  },
  'company.issuerStays': {
    status: 400,
    message: 'The issuer stays: the people are known by it. Please add another company sign-in.',
  },
  'company.algorithm': {
    status: 400,
    message: 'The answer of your company is not signed in a way that can be checked.',
  },
  'company.signature': {
    status: 400,
    message: 'The answer of your company is signed with a key that it does not publish.',
  },
  'company.nonce': {
    status: 400,
    message: 'The answer of your company belongs to another sign-in. Please begin again.',
  },
  'company.audience': {
    status: 400,
    message: 'The answer of your company was made for another program.',
  },
  'company.clock': {
    status: 400,
    message: 'The clocks of your company and of this server differ by more than 30 seconds.',
  },
  'company.tooLarge': { status: 400, message: 'The answer of your company is too large.' },
  'company.tooManyGroups': {
    status: 400,
    message: 'Your company names more than 1,000 groups of yours.',
  },
  'company.claims': { status: 400, message: 'The answer of your company cannot be read.' },
  'company.stateUsed': {
    status: 400,
    message: 'This sign-in was used already or took longer than 10 minutes. Please begin again.',
  },
  'company.otherBrowser': {
    status: 400,
    message: 'This sign-in was begun in another browser. Please begin again.',
  },
  'company.codeUsed': {
    status: 400,
    message: 'Your company has already used up this sign-in. Please begin again.',
  },
  'company.clientRefused': {
    status: 400,
    message: 'Your company does not accept the client ID or secret of this installation.',
  },
  'company.refused': { status: 400, message: 'Your company did not sign you in.' },
  'company.noSecret': {
    status: 409,
    message: 'The secret of this company sign-in cannot be read. An administrator enters it again.',
  },
  'company.noEmail': { status: 400, message: 'Your company does not say your e-mail address.' },
  'company.notVerified': {
    status: 400,
    message: 'Your company does not say that your e-mail address is verified.',
  },
  'company.foreignDomain': {
    status: 400,
    message: 'Your e-mail address has a domain that does not belong to this company sign-in.',
  },
  'company.waitingDomain': {
    status: 400,
    message: 'The domain of your e-mail address is not proven yet: its TXT record was not found.',
  },
  'company.adminByHand': {
    status: 400,
    message:
      'The account of an admin is not joined by its address. Please sign in and use Link in My account.',
  },
  'company.otherPerson': {
    status: 400,
    message: 'This e-mail address belongs to the account of another person of your company.',
  },
  'company.foreignTenant': {
    status: 400,
    message: 'This company sign-in does not open your account. Please sign in with your password.',
  },
  'company.accountDisabled': {
    status: 400,
    message: 'Your account here is disabled. Please contact your administrator.',
  },
  'company.noRole': {
    status: 400,
    message: 'None of your groups has a role here. Please contact your administrator.',
  },
  'company.foreignRole': {
    status: 400,
    message: 'This company sign-in cannot give that role.',
  },
  'company.engineerByAdmin': {
    status: 403,
    message: 'Only an admin writes a row that gives the role engineer.',
  },
  'company.publicDomain': {
    status: 400,
    message: 'Everybody can have an e-mail address of this domain.',
  },
  'company.domainTaken': {
    status: 409,
    message: 'This domain belongs to another company sign-in.',
  },
  'company.forceNeeds': {
    status: 400,
    message:
      'To force a domain, the sign-in is on, a domain is proven, and an account of yours with a password is named that stays open.',
  },
  'company.tooMany': { status: 409, message: 'There are 5 company sign-ins here already.' },
  'company.linkTaken': {
    status: 409,
    message: 'This person of your company is already joined to another account.',
  },
  'company.onlyWay': {
    status: 409,
    message: 'You have no password yet: this is the only way into your account.',
  },
  'identity.notFound': { status: 404, message: 'This link to a company was not found.' },
} as const satisfies Record<string, { status: number; message: string }>
