/**
 * The version of the terms and conditions on the screen. It is stored with every acceptance (D37): a change of the text
 * needs a new version.
 */
export const termsVersion = '1'
