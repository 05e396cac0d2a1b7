export { shift } from '@packboard/model/texts/locales/es/shift'
