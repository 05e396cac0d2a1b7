export { shift } from '@packboard/model/texts/locales/de/shift'
