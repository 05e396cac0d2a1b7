import type { AddressToConfirm, Letter } from '@packboard/management'

/** To an address that an administrator entered: nothing goes to it before its owner has opened the link. */
export function confirmAddressLetter(
  { providerName, publicUrl }: { readonly providerName: string; readonly publicUrl: string },
  { address, token, clientName, requestedBy }: AddressToConfirm,
): Letter {
  const text = [
    'Hello,',
    `${requestedBy} wants to send alerts of ${clientName} at ${providerName} to this e-mail address.`,
    'If you want them, confirm it here, within 7 days:',
    `${publicUrl}/alert-address/${token}`,
    'If not, you need not do anything; nothing is sent to you.',
  ]
  return {
    to: address,
    subject: `${providerName}: confirm that alerts may be sent to you`,
    text: text.join('\n\n'),
    token,
  }
}
