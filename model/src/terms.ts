/**
 * Which wording of the terms and conditions is on the screen. It is kept with every acceptance (D37): a change of the
 * text takes a new version.
 */
export const termsVersion = '1'
