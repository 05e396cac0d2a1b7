export { shift } from '@packboard/model/texts/locales/fr/shift'
