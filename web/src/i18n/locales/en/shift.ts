export { shift } from '@packboard/model/texts/locales/en/shift'
